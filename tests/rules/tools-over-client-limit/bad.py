"""Writes a contract of 129 tools, one more than clients take."""

from pathlib import Path


def write(folder: Path) -> None:
    """Repeat the tool of the good contract."""
    good = Path(__file__).with_name("good.yaml").read_text(encoding="utf-8")
    head, _, tool = good.partition("tools:\n")
    copies = (
        tool.replace("get_note:", f"get_note_{number}:")
        .replace("Get note", f"Get note {number}")
        .replace("Return one note", f"Return note {number}")
        for number in range(129)
    )
    (folder / "contract.yaml").write_text(f"{head}tools:\n{''.join(copies)}", encoding="utf-8")
