"""Reading pages as a person does: their words, their fields, and what stands beside a field; what they are made of."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

from flask import Flask, template_rendered
from werkzeug.test import TestResponse

VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "use"}
INLINE = {"a", "b", "del", "em", "i", "strong", "u"}


@dataclass
class Node:
    """An element of a page."""

    tag: str
    at: dict[str, str] = field(default_factory=dict)
    inside: list[Node | str] = field(default_factory=list)
    parent: Node | None = None
    inert: list[Node | str] = field(default_factory=list)
    """What a template holds: it is no part of the page yet."""

    def __iter__(self) -> Iterator[Node]:
        """This element and all within it, in the order of the page."""
        left: list[Node | str] = [self]
        while left:
            node = left.pop()
            if isinstance(node, Node):
                yield node
                left.extend(reversed(node.inside))

    def all(self, *tags: str) -> list[Node]:
        """The elements with one of these tags."""
        return [node for node in self if node.tag in tags]

    def id(self, wanted: str) -> Node:
        """The element with that id."""
        found = [node for node in self if node.at.get("id") == wanted]
        assert found, f"nothing has the id {wanted}"
        return found[0]

    def classed(self, wanted: str) -> list[Node]:
        """The elements of that class."""
        return [node for node in self if wanted in node.at.get("class", "").split()]

    def named(self, wanted: str) -> Node:
        """The first field with that name."""
        return next(node for node in self if node.at.get("name") == wanted and node.tag != "meta")

    def values(self, name: str) -> list[str]:
        """What stands in the fields with that name; of radio buttons and checkboxes the chosen ones."""
        chosen = [node for node in self.all("input") if node.at.get("name") == name]
        return [
            n.at.get("value", "") for n in chosen if n.at.get("type") not in ("radio", "checkbox") or "checked" in n.at
        ]

    def up(self, *tags: str) -> Node | None:
        """The closest element around this one with one of these tags."""
        node = self.parent
        while node is not None and node.tag not in tags:
            node = node.parent
        return node

    @property
    def words(self) -> str:
        """The text within, spaces as a reader sees them."""
        return " ".join("".join(self._pieces()).split())

    def _pieces(self) -> Iterator[str]:
        gap = "" if self.tag in INLINE else " "
        yield gap
        for child in self.inside:
            if isinstance(child, str):
                yield child
            elif child.tag not in ("script", "style"):
                yield from child._pieces()
        yield gap


class Reader(HTMLParser):
    """Builds the tree of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.root = self.at = Node("page")

    def updatepos(self, i: int, j: int) -> int:
        """Nobody asks in which line something stands; counting them takes time."""
        return j

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element begins."""
        node = Node(tag, {name: value or "" for name, value in attrs}, [], self.at)
        self.at.inside.append(node)
        if tag not in VOID:
            self.at = node

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element that is closed at once, as in drawings."""
        self.at.inside.append(Node(tag, {name: value or "" for name, value in attrs}, [], self.at))

    def handle_endtag(self, tag: str) -> None:
        """An element ends."""
        if tag not in VOID:
            assert self.at.tag == tag, f"</{tag}> closes <{self.at.tag}>"
            assert self.at.parent is not None
            if tag == "template":
                self.at.inert, self.at.inside = self.at.inside, []
            self.at = self.at.parent

    def handle_data(self, data: str) -> None:
        """Text."""
        self.at.inside.append(data)


def read(page: TestResponse | str) -> Node:
    """The tree of a page."""
    reader = Reader()
    reader.feed(page if isinstance(page, str) else page.text)
    reader.close()
    assert reader.at is reader.root, f"<{reader.at.tag}> is never closed"
    return reader.root


def words(page: TestResponse | str) -> str:
    """The text of a page."""
    return read(page).words


def beside(page: TestResponse, name: str) -> str:
    """What a screen reader says with a field: the texts that describe it, or those of its group."""
    tree = read(page)
    field_ = tree.named(name)
    described = field_.at.get("aria-describedby", "").split()
    group = field_.up("fieldset")
    if not described and group is not None:
        return group.words
    return " ".join(tree.id(one).words for one in described)


def fields(form: Node) -> dict[str, str]:
    """What a form sends when its first button is pressed."""
    return {one.at["name"]: one.at.get("value", "") for one in form.all("input") if one.at.get("name")}


def confirming(page: TestResponse | str) -> dict[str, str]:
    """The fields of the form that says yes to what is shown before it is done."""
    return next(sent for form in read(page).all("form") if "confirmed" in (sent := fields(form)))


def cell(page: TestResponse | str, url: str) -> str:
    """The words in the cell of the sheet that leads to `url`."""
    found = [link for link in read(page).all("a") if link.at.get("href") == url]
    assert found, f"nothing leads to {url}"
    return found[0].words


def heads(page: TestResponse | str) -> list[str]:
    """Whose columns the sheet has, and since when where that is said; the heads show more."""
    columns = read(page).all("thead")[0].all("th")[1:]
    return [" ".join(part.words for kind in ("name", "since") for part in head.classed(kind)) for head in columns]


def totals(page: TestResponse | str) -> list[str]:
    """The totals of the sheet, in the order of its columns."""
    return [total.words for total in read(page).all("table")[0].classed("total")]


@contextmanager
def rendered(app: Flask) -> Iterator[list[str]]:
    """The names of the templates that were rendered meanwhile."""
    names: list[str] = []

    def note(_app: Flask, template: Any, **_more: object) -> None:
        names.append(template.name)

    with template_rendered.connected_to(note, app):
        yield names
