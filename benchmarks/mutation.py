"""Mutation testing of the scorer: is every small slip in it seen by its tests?

    python benchmarks/mutation.py [--jobs N] [--only TEXT] [--list] [--write]

Each mutant is one change in one of the modules below: another comparison, a constant off by one, ``and`` for ``or``, a
dropped branch, statement or ``not``, None returned. The tests of the scorer run against it in a temporary copy, each
mutant in a forked process, until one of them fails. Survivors have to be explained in docs/mutation.md; the exit code
is 1 if one is not, or if an explained one is killed or gone. Needs fork (Linux, macOS).
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib
import os
import queue
import shutil
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
#: Module -> where it stands.
MODULES = {
    "terms": "core/terms.py",
    "outcome": "core/score/outcome.py",
    "value": "core/score/value.py",
    "settlement": "core/score/settlement.py",
    "penalties": "core/ledger/penalties.py",
}
TESTS = (
    "tests/core/test_against_oracle.py",
    "tests/core/test_laws.py",
    "tests/core/test_scoring_cases.py",
    "tests/core/test_penalties.py",
    "tests/core/test_ledger.py",
    "tests/core/test_house_laws.py",
)
HELP = ("tests/helpers.py", "tests/oracle.py", "tests/house.py", "tests/turning.py")
COPIED = ("src", "rulesets", "tests/cases", *HELP, "pyproject.toml", *TESTS)
#: A mutant that takes longer goes round in circles.
SECONDS = 300

#: Where survivors are explained, in a table of mutants and reasons.
EXPLAINED = ROOT / "docs" / "mutation.md"
UNEXPLAINED = "**not explained**"

# --- mutants ----------------------------------------------------------------------------------------------------------

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
}


@dataclass(frozen=True)
class Mutant:
    """One change: where (``value._won``), from what to what, and the text of the module with it."""

    module: str
    key: str
    source: str


def constants(value: object) -> list[object]:
    """What can stand for a constant."""
    match value:
        case bool():
            return [not value]
        case int():
            return [value + 1, value - 1]
        case str():
            return [value + "X"]
    return []


def expressions(node: ast.expr) -> Iterator[ast.expr]:
    """What can stand for an expression."""
    match node:
        case ast.Compare(left, ops, comparators):
            for i, op in enumerate(ops):
                for other in COMPARISONS[type(op)]:
                    yield ast.Compare(left, [*ops[:i], other(), *ops[i + 1 :]], comparators)
        case ast.Constant(value):
            yield from (ast.Constant(other) for other in constants(value))  # type: ignore[arg-type]
        case ast.BoolOp(op, values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
            for i in range(len(values)):
                rest = values[:i] + values[i + 1 :]
                yield rest[0] if len(rest) == 1 else ast.BoolOp(op, rest)
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield operand
        case ast.BinOp(left, op, right) if type(op) in ARITHMETIC:
            yield ast.BinOp(left, ARITHMETIC[type(op)](), right)
        case ast.IfExp(_, body, orelse):
            yield body
            yield orelse
        case ast.ListComp(elt, generators) | ast.SetComp(elt, generators) if any(g.ifs for g in generators):
            yield type(node)(elt, [ast.comprehension(g.target, g.iter, [], g.is_async) for g in generators])


def statements(node: ast.stmt) -> Iterator[ast.stmt]:
    """What can stand for a statement."""
    match node:
        case ast.If(_, body, orelse):
            yield ast.If(ast.Constant(True), body, orelse)
            yield ast.If(ast.Constant(False), body, orelse)
        case ast.Return(value) if value is not None and not (isinstance(value, ast.Constant) and value.value is None):
            yield ast.Return(ast.Constant(None))
        case ast.Assign() | ast.AugAssign() | ast.For():
            yield ast.Pass()
        case ast.Expr(value) if not isinstance(value, ast.Constant):
            yield ast.Pass()


def mutants(module: str, text: str) -> list[Mutant]:
    """All mutants of a module."""
    tree = ast.parse(text)
    found: list[tuple[str, str]] = []
    for place, node, put in places(tree, ()):
        others: Iterable[ast.AST] = expressions(node) if isinstance(node, ast.expr) else statements(node)
        for other in others:
            put(other)
            whole = copy.deepcopy(tree)
            put(node)
            source = ast.unparse(ast.fix_missing_locations(whole))
            if source != ast.unparse(tree):
                found.append((f"{'.'.join((module, *place))}: {brief(node)} -> {brief(other)}", source))
    seen: Counter[str] = Counter()
    result = []
    for key, source in found:
        seen[key] += 1
        result.append(Mutant(module, f"{key} ({seen[key]})" if seen[key] > 1 else key, source))
    return result


def brief(node: ast.AST) -> str:
    """A node on one line, only the head of a statement with a body."""
    lines = ast.unparse(node).split("\n")
    return lines[0] if len(lines) == 1 else f"{lines[0]} ..."


def places(
    node: ast.AST, place: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], ast.expr | ast.stmt, Callable[[ast.AST], None]]]:
    """Every expression and statement that runs, with a way to put another in its place.

    Left out: what only a type checker reads, docstrings, imports and decorators.
    """
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        place = (*place, node.name)
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and not place:
        place = (node.target.id,)
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "slice") and not isinstance(node, ast.Subscript):
            continue
        children = value if isinstance(value, list) else [value]
        for i, child in enumerate(children):
            if not isinstance(child, ast.AST) or only_types(child):
                continue
            if isinstance(child, (ast.expr, ast.stmt)) and not is_text(child, node):
                yield place, child, putter(node, name, i if isinstance(value, list) else None)
            if not is_text(child, node):
                yield from places(child, place)


def putter(node: ast.AST, name: str, index: int | None) -> Callable[[ast.AST], None]:
    """A function that sets a field, or an element of it."""

    def put(other: ast.AST) -> None:
        if index is None:
            setattr(node, name, other)
        else:
            getattr(node, name)[index] = other

    return put


def is_text(node: ast.AST, parent: ast.AST) -> bool:
    """A docstring, or a piece of an f-string."""
    return isinstance(parent, (ast.Expr, ast.JoinedStr)) and isinstance(node, ast.Constant)


def only_types(node: ast.AST) -> bool:
    """Imports and aliases of types (``Part = tuple[...]``)."""
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return True
    return isinstance(node, ast.Assign) and isinstance(node.value, (ast.Subscript, ast.BinOp)) and node.col_offset == 0


# --- running ----------------------------------------------------------------------------------------------------------


def source_of(module: str, folder: Path) -> Path:
    """Where a module stands in the project, or in a copy."""
    return folder / "src/dokosheet" / MODULES[module]


def prepare(folder: Path) -> Path:
    """A copy of what the tests need, in which they have run once: compiled but for the modules that are changed."""
    for name in COPIED:
        source, target = ROOT / name, folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy2(source, target)
    for test in TESTS:
        if not passes(folder, test, compiling=True):
            sys.exit(f"{test} fails without any mutant.")
    for module in MODULES:
        where = source_of(module, folder)
        for compiled in (where.parent / "__pycache__").glob(f"{where.stem}.*"):
            compiled.unlink()
    return folder


def run_test(folder: Path, test: str, compiling: bool) -> None:
    """In a process of its own: exit with 0 if all tests of a file pass in a copy."""
    import pytest

    if not compiling:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
    os.chdir(folder)
    sys.dont_write_bytecode = not compiling
    sys.path.insert(0, str(folder / "src"))
    options = ["-x", "-q", "-p", "no:cacheprovider", "--import-mode=importlib", "--hypothesis-profile=ci"]
    options += ["-o", "addopts=", "-o", "xfail_strict=false", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
    os._exit(int(pytest.main([*options, test])))


def passes(folder: Path, test: str, compiling: bool = False) -> bool:
    """Whether all tests of a file pass in a copy."""
    process = get_context("fork").Process(target=run_test, args=(folder, test, compiling))
    process.start()
    process.join(SECONDS)
    if process.is_alive():
        process.kill()
        process.join()
    return process.exitcode == 0


def survives(folder: Path, mutant: Mutant) -> bool:
    """Whether all tests pass with a mutant."""
    target = source_of(mutant.module, folder)
    original = target.read_text("utf-8")
    target.write_text(mutant.source, "utf-8")
    try:
        return all(passes(folder, test) for test in sorted(TESTS, key=lambda test: mutant.module not in test))
    finally:
        target.write_text(original, "utf-8")


def run(every: list[Mutant], jobs: int, temporary: Path) -> list[str]:
    """The keys of the survivors."""
    waiting: queue.SimpleQueue[Mutant] = queue.SimpleQueue()
    for mutant in every:
        waiting.put(mutant)
    survivors: list[str] = []

    def work(folder: Path) -> None:
        while True:
            try:
                mutant = waiting.get_nowait()
            except queue.Empty:
                return
            if survives(folder, mutant):
                survivors.append(mutant.key)
                print(f"survived  {mutant.key}", flush=True)

    first = prepare(temporary / "0")
    folders = [first, *(Path(shutil.copytree(first, temporary / str(i))) for i in range(1, jobs))]
    threads = [threading.Thread(target=work, args=(folder,)) for folder in folders]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    order = [mutant.key for mutant in every]
    return sorted(survivors, key=order.index)


# --- the report -------------------------------------------------------------------------------------------------------


def explanations() -> dict[str, str]:
    """Survivor -> why no test can see it."""
    rows = [line.split("|") for line in EXPLAINED.read_text("utf-8").splitlines() if line.startswith("| `")]
    return {row[1].strip().strip("`"): row[2].strip() for row in rows if row[2].strip() != UNEXPLAINED}


def table(every: list[Mutant], survivors: list[str], reasons: dict[str, str]) -> str:
    """The result by module, and why the survivors are none that a test could kill."""
    rows = ["| module | mutants | killed | survived |", "|---|---:|---:|---:|"]
    for module in (*MODULES, "all"):
        keys = [m.key for m in every if module in ("all", m.module)]
        alive = sum(key in survivors for key in keys)
        rows.append(f"| {module} | {len(keys)} | {len(keys) - alive} | {alive} |")
    rows += ["", "| survivor | why no test can see it |", "|---|---|"]
    rows += [f"| `{key.replace('|', chr(92) + '|')}` | {reasons.get(key, UNEXPLAINED)} |" for key in survivors]
    return "\n".join(rows)


def main() -> int:
    """Run all mutants and print what came out."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", default="", help="mutants whose line contains this text")
    parser.add_argument("--list", action="store_true", help="print the mutants and run none")
    parser.add_argument("--write", action="store_true", help="put the tables into docs/mutation.md, keeping reasons")
    options = parser.parse_args()
    every = [
        mutant
        for module in MODULES
        for mutant in mutants(module, source_of(module, ROOT).read_text("utf-8"))
        if options.only in mutant.key
    ]
    if options.list:
        print("\n".join(mutant.key for mutant in every))
        return 0
    for name in ("pytest", "hypothesis.strategies", "yaml", "pydantic"):  # before the forks, which then need not
        importlib.import_module(name)

    start = time.monotonic()
    with tempfile.TemporaryDirectory() as temporary:
        survivors = run(every, options.jobs, Path(temporary))
    reasons = explanations()
    result = table(every, survivors, reasons)
    print(f"\n{result}\n\n{time.monotonic() - start:.0f} s")
    if options.write:
        text = EXPLAINED.read_text("utf-8")
        EXPLAINED.write_text(text[: text.index("## Result")] + f"## Result\n\n{result}\n", "utf-8")
    gone = [key for key in reasons if key not in survivors and options.only in key]
    for key in gone:
        print(f"explained, but killed or gone: {key}")
    return 1 if gone or any(key not in reasons for key in survivors) else 0


if __name__ == "__main__":
    sys.exit(main())
