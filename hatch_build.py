"""What a build adds to the package: compiled translations and, in a wheel, the pages."""

from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PagesAndTexts(BuildHookInterface):
    """Compiles every catalogue; a wheel also gets templates/ and static/ inside the package."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        for catalogue in sorted(root.glob("companion/translations/*/LC_MESSAGES/*.po")):
            compile_catalogue(catalogue)
        # An editable install reads them from the checkout: a copy would only grow stale.
        if version != "editable":
            for folder in ("templates", "static"):
                build_data["force_include"][str(root / folder)] = f"companion/{folder}"


def compile_catalogue(path: Path) -> None:
    """Writes the .mo file next to a .po file, without the entries that still need a look (fuzzy)."""
    with path.open("rb") as source:
        catalogue = read_po(source, locale=path.parent.parent.name)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    # In one step: a server may be reading the one that is there.
    draft = path.with_suffix(".mo.new")
    draft.write_bytes(compiled.getvalue())
    draft.replace(path.with_suffix(".mo"))
