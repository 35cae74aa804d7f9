"""The icons that views name. Each is in static/vendor/icons.svg, as those that templates name are: a test looks."""

from typing import Literal

Sign = Literal[
    "arrow-down",
    "arrow-up",
    "bot",
    "crown",
    "flag",
    "hand",
    "hourglass",
    "house",
    "info",
    "layers-2",
    "moon",
    "pencil",
    "play",
    "repeat",
    "rotate-ccw",
    "rotate-cw",
    "smartphone",
    "sparkles",
    "wifi-off",
]
