"""The smoke: an evening in short, on two phones of one engine. Each step leaves what the next one finds."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlsplit

from .house import House
from .phone import Phone

# A browser says so whenever the server is gone, or refuses.
GONE = (
    "Importing a module script failed",
    "NetworkError",
    "network",
    "Failed to fetch",
    "Could not connect",
    "can’t establish",
    "502",
    "503",
)
MOVES = 200
ASKED = "() => { const { asks, over } = document.getElementById('board')?.dataset ?? {}; return asks === '1' || over; }"
OVER = "() => document.getElementById('board')?.dataset.over"
SEEN = "() => document.getElementById('board')?.dataset.seen"
MOVED = "([seen]) => document.getElementById('board')?.dataset.seen !== seen"
PASS_BY = "() => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))"
# A reload would forget these.
WATCH = """() => {
  window.sameDocument = true;
  window.shown = [];
  window.watcher = new MutationObserver(() => {
    window.shown.push(...[...document.querySelectorAll('table .pts')].map((one) => one.textContent.trim()));
  });
  window.watcher.observe(document, { subtree: true, childList: true, characterData: true });
}"""
SHOWN = "() => window.shown.includes('21')"
SAME = "() => window.sameDocument"
# The stream is opened anew, so that it is heard to be open.
LISTEN = """() => {
  document.addEventListener('beat', () => { window.beaten = true; });
  for (const name of ['pagehide', 'pageshow']) window.dispatchEvent(new Event(name));
  const banner = document.getElementById('offline');
  const flashes = () => { if (!banner.hidden) sessionStorage.setItem('flashed', '1'); };
  window.watcher = new MutationObserver(flashes);
  window.watcher.observe(banner, { attributes: true });
}"""
LOOK = "() => { for (const name of ['changed', 'wake']) document.body.dispatchEvent(new CustomEvent(name)); }"
FLASHED = "() => sessionStorage.getItem('flashed')"
BEATEN = "() => window.beaten"
SENT = """() => (document.getElementById('outbox')?.hidden ?? true)
  && !Object.keys(localStorage).some((key) => key.startsWith('waits:'))"""
WRITTEN = "() => document.querySelectorAll('.trail li').length"


class Smoke:
    """Ana's phone, which begins the match, and Pau's."""

    def __init__(self, house: House, ana: Phone, pau: Phone) -> None:
        self.house, self.ana, self.pau = house, ana, pau
        self.match = ""

    def steps(self) -> list[tuple[str, Callable[[], None], tuple[str, ...]]]:
        """What is done, and which complaints belong to it."""
        return [
            ("start a match", self.start, ()),
            ("join by the link", self.join, ()),
            ("entry sheet", self.sheet, ()),
            ("live on the second phone", self.live, ()),
            ("its own sheet opens by itself", self.nudge, ()),
            ("two phones, two values", self.conflict, ("409",)),
            ("saved offline, sent later", self.offline, GONE),
            ("a round at the table with a bot", self.table, ()),
            ("leave pages with a stream", self.leave, ()),
        ]

    def start(self) -> None:
        """From the first visit to the first sheet."""
        ana = self.ana
        ana.open(f"{self.house.url}/")
        ana.tap("a", "Start a match")
        for seat, name in enumerate(("Ana", "Pau", "Zoé")):
            ana.type(f"#name-{seat}", name)
        ana.tap("button", "Deal the first round")
        ana.sees("h1", "Ana:")
        path = urlsplit(str(ana.ask("() => location.href"))).path
        self.match = self.house.url + "/".join(path.split("/")[:3])

    def join(self) -> None:
        """Pau's phone comes in by the link that Ana's shows."""
        self.ana.open(f"{self.match}/phones")
        self.ana.sees("h1, .title")
        self.pau.open(str(self.ana.ask("() => document.getElementById('link').value")))
        self.pau.tap('button[name=seat][value="1"]')
        self.pau.sees("table")
        self.pau.ask(WATCH)

    def sheet(self) -> None:
        """Ana enters her hand by its keys."""
        ana = self.ana
        ana.open(f"{self.match}/r/1/s/0/edit")
        ana.sees("h1", "Ana:")
        for card in ("10", "11"):
            ana.tap(f'[data-card="{card}"]')
        ana.sees("[data-calc]", "10 + 11 =")
        ana.sees("[data-sum]", "21")
        ana.tap("button[data-save]")
        ana.until("() => !document.querySelector('h1')?.textContent.includes('Ana:')")

    def live(self) -> None:
        """Pau's phone has shown it, without a reload."""
        self.pau.until(SHOWN)

    def nudge(self) -> None:
        """The cards are on the table and Pau's hand is missing."""
        self.pau.sees("h1", "Pau:")
        self.pau.until(SAME)

    def conflict(self) -> None:
        """Both write Pau's hand; the second one is asked which counts."""
        for phone, card in ((self.ana, "12"), (self.pau, "9")):
            phone.open(f"{self.match}/r/1/s/1/edit")
            phone.sees("h1", "Pau:")
            phone.tap(f'[data-card="{card}"]')
            phone.sees("[data-sum]", card)
        self.ana.tap("button[data-save]")
        self.ana.until("() => !document.querySelector('h1')?.textContent.includes('Pau:')")
        self.pau.tap("button[data-save]")
        self.pau.sees("main", "which one counts?")
        self.pau.tap("button", "Keep yours: 9")
        self.pau.sees("table .pts", "9")

    def offline(self) -> None:
        """What Ana saves while the server is gone goes out by itself, and reaches Pau's phone."""
        ana = self.ana
        ana.open(f"{self.match}/r/1/s/2/edit")
        ana.sees("h1", "Zoé:")
        self.house.shut()
        try:
            ana.tap('[data-card="7"]')
            ana.tap("button[data-save]")
            ana.sees("#outbox", "Zoé, round 1: waiting on this phone")
        finally:
            self.house.open()
        self.pau.sees("table .pts", "7")
        ana.until(SENT)
        ana.open(f"{self.match}/r/1/s/2")
        ana.sees("main", "7")
        written = ana.ask(WRITTEN)
        assert written == 1, f"it was written {written} times"

    def table(self) -> None:
        """Ana plays a round on screen against a bot."""
        ana = self.ana
        ana.open(f"{self.house.url}/new")
        ana.type("#name-0", "Ana")
        ana.type("#name-1", "Pau")
        if ana.ask("() => Boolean(document.getElementById('name-2'))"):
            ana.type("#name-2", "")
        ana.tap("summary", "More about Pau")
        ana.tap("button", "A bot plays: Pau")
        ana.sees("select#plays-1")
        ana.tap("button", "Deal the first round")
        ana.sees("#hand .card")
        for _ in range(MOVES):
            ana.until(ASKED)
            ana.ask(PASS_BY)
            if ana.ask(OVER):
                break
            seen = str(ana.ask(SEEN))
            ana.tap("#hand .play, #board [name=move]")
            ana.until(MOVED, seen)
        ana.sees(".result .points")

    def leave(self) -> None:
        """A page whose stream is open, and which fetches something, is left: nobody is told of a lost connection."""
        ana = self.ana
        for leave in ("location.href = '/people'", "location.reload()", "document.querySelector('.top a').click()"):
            ana.open(self.match)
            ana.sees("table")
            ana.ask(LISTEN)
            ana.until(BEATEN)
            ana.ask(f"() => {{ ({LOOK})(); {leave}; }}")
            ana.until("() => !window.beaten || location.pathname === '/'")
            assert not ana.ask(FLASHED), f"“No connection” after {leave}"
