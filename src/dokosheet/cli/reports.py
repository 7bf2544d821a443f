"""What ``check`` reports of sheets, as it comes: for people, as JSON, as annotations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from dokosheet.shell.console import count, counted, print_findings, words, write_utf8

if TYPE_CHECKING:
    from dokosheet.edit.many import Report


class Output:
    """Reports as they come. Left by an error, it ends what it has begun."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self.abandon()

    def abandon(self) -> None:
        return


class Text(Output):
    """For people, as a compiler does it."""

    def report(self, report: Report) -> None:
        print_findings(report.findings, report.excerpt)

    def finish(self, sheets: int, hands: int, counts: dict[str, int]) -> None:
        t = words()
        args = {"sheets": count("sheet", sheets), "hands": count("hand", hands)}
        print(t("check.summary", counts=counted(counts), **args) if any(counts.values()) else t("check.clean", **args))


class Json(Output):
    """One object; findings are written as they come, so that memory does not grow."""

    def __init__(self) -> None:
        self.first = True
        write_utf8('{"version": 1, "findings": [')

    def report(self, report: Report) -> None:
        from dokosheet.screen.findings import as_value, dumps

        for finding in report.findings:
            write_utf8(("" if self.first else ", ") + dumps(as_value(finding, words())))
            self.first = False

    def abandon(self) -> None:
        write_utf8("]}\n")

    def finish(self, sheets: int, hands: int, counts: dict[str, int]) -> None:
        write_utf8(f'], "sheets": {sheets}, "hands": {hands}}}\n')


class Github(Output):
    """Annotations."""

    def report(self, report: Report) -> None:
        from dokosheet.screen.findings import as_github

        for finding in report.findings:
            print(as_github(finding, words()))

    def finish(self, sheets: int, hands: int, counts: dict[str, int]) -> None:
        return
