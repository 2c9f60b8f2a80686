"""An erratum about the papers' own points: what a guide reads off figure 11A."""

from paper import published, table

PLACE = ("SIGMOD17_fig11", "A")


def figure_11a(data):
    """A page of Markdown."""
    leveldb = dict(published.points(data, PLACE, "leveldb_ms"))
    monkey = dict(published.points(data, PLACE, "monkey_ms"))
    last = max(leveldb)
    one_io = data["SIGMOD17_fig11"]["D"]["dotted_1_IO_ms"]
    fifth = data["SIGMOD17_fig11"]["A"]["dotted_0p2_IO_ms"]
    rows = [("LevelDB at 2^23 entries", "about 1 I/O", f"{leveldb[last]} ms"),
            ("Monkey at 2^23 entries", "0.2 I/O", f"{monkey[last]} ms"),
            ("LevelDB over Monkey", "5", f"{leveldb[last] / monkey[last]:.2f}"),
            ("line at 1 I/O", "in figure 11A", f"{one_io} ms, in figure 11D"),
            ("line at 0.2 I/O", "in figure 11A", f"{fifth} ms, in figure 11A")]
    return ("# A guide's reading of Monkey's figure 11A\n\n"
            "A popular guide says that figure 11A carries about 1 I/O for LevelDB against 0.2, a "
            "gain of 5 times. The line at 1 I/O is in figure 11D, about keys that exist. The "
            "points read from the graphics say this.\n\n"
            + table.table(("what", "guide", "figure"), rows))
