"""Every measure, and at the end the table of the aims: `make bench`."""

from bench import aims, crowd, disk, lists, many_bots, pages, play, screens, start, streams

PARTS = (pages, lists, crowd, streams, screens, disk, start, play, many_bots)


def main() -> None:
    """Measure one thing after the other: they must not disturb each other."""
    found: list[aims.Found] = []
    for part in PARTS:
        found += part.main()
        print(flush=True)
    print(aims.table(found))


if __name__ == "__main__":
    main()
