#!/usr/bin/env python3
"""Reads a certificate of crosscut, and shows that its formula says only the rules.

    python3 check_statement.py FOLDER

The folder has puzzle.txt, solutions.txt and formula.cnf, and no other claim: a folder with
cubes.txt or count.txt too is refused. This program accepts if

 1. every listed board is a solution of the puzzle, and no board is listed twice;
 2. the last clauses of the formula exclude the listed boards, one each, and nothing else;
 3. every other clause holds in every solution of the puzzle.

Then a proof that the formula has no model shows that no solution is missing. Check the
proof with drat-trim: "drat-trim FOLDER/formula.cnf FOLDER/proof.drat".

Variables have names, in comments such as "c v 12 = number 6 on r1c1". A name says what
its variable means. It needs no trust: with a wrong name some clause does not follow from
the rules. Each clause must follow from the rules in one step, in one of the forms that
the methods below describe. Anything else is refused.

For an exact cover problem, the folder has problem.dlx and covers.txt in the place of
puzzle.txt and solutions.txt.

It accepts by a line such as "s STATEMENT HOLDS: exactly 8 solutions", which says what is
claimed, and exit code 42. Anything else is no acceptance. It refuses a certificate by "c refused"
and exit code 1. By "c not covered" and exit code 3 it says that it does not know such puzzles.
It needs Python 3.9 and no packages.
It covers the default encodings of hidokus, of draughtboards, of magic boards with different
numbers and known sums, and exact covers without multiplicities; the encoding "kinds" of
draughtboards; and the encoding by states of all puzzles and of all exact covers. There, the models of the formula without its last clauses are the solutions, one for one.
"""
import collections
import functools
import itertools
import math
import os
import sys


class Refused(Exception):
    """Says why a certificate is not accepted."""


class NotCovered(Refused):
    """Says what this program does not know. The certificate may be right."""


def need(condition, reason):
    if not condition:
        raise Refused(reason)


def know(condition, what):
    if not condition:
        raise NotCovered(what)


def natural(text, most=10**9):
    """A number of digits alone. Programs that check proofs take one of 33 bits for another."""
    digits = text.isascii() and text.isdigit() and len(text) <= 1000
    need(digits and str(int(text)) == text and int(text) <= most, f"{text[:60]!r} is not a number from 0 to {str(most)[:20]}")
    return int(text)


def integer(text):
    return -natural(text[1:]) if text.startswith("-") and text != "-0" else natural(text)


def counted(n, noun):
    return f"{n:,} {noun}" if n == 1 else f"{n:,} {noun}s"


def stone_name(i):
    return chr(65 + i) if i < 26 else stone_name(i // 26 - 1) + chr(65 + i % 26)


trimmed = lambda text: text.strip(" \t")
row_of = lambda line: [trimmed(square) for square in line.split(",")]


def shows_one_line(line):
    """Whether a line looks like one line. No sign in it ends a line or moves the cursor."""
    return not any(sign < " " and sign != "\t" or "\x7f" <= sign <= "\x9f" or sign in "\u2028\u2029" for sign in line)


# ---- the puzzle -----------------------------------------------------------------------

HEADERS = {
    "hidoku": {"moves", "torus", "closed", "walls", "bridges", "links", "unlinked", "clues", "order"},
    "magic": {"numbers", "sum", "diagonals", "lines"},
    "jodici": set(),
    "equation": {"numbers"},
    "draughtboard": {"corner", "flips", "board", "gaps"},
}
FOR_PEOPLE = {"title", "author", "source"}
MOST_CELLS = 1 << 14


def read_puzzle(lines, encoding):
    """Returns the rules of the puzzle, and how many solutions it claims: the least and the most, or None."""
    headers, blocks, rows, by_states = {}, [], [], encoding == "states"
    labels, within_labels = [], False  # texts on squares, which are for people
    for line in lines:
        need(shows_one_line(line), f"{line[:60]!r} has signs that are not shown")
        if within_labels:
            within_labels = line != "="
            if within_labels:
                need(line.strip("= "), "labels end with a line of one =")
                labels.append(row_of(line))
        elif line == "labels:":
            need(not labels and not rows and not blocks, "labels are there twice, or after the rows")
            within_labels = True
        elif ":" in line:
            key, value = line.split(":", 1)
            need(not rows and not blocks, f"the header {key!r} comes after the rows")
            need(key not in headers, f"the header {key!r} is there twice")
            headers[key] = trimmed(value)
            need(headers[key] or key in ("board", "source"), f"the header {key!r} has no value")
        elif line == "=" and headers.get("puzzle") != "equation":
            blocks.append(rows)
            rows = []
        else:
            need(trimmed(line), "an empty line in the puzzle")
            rows.append(row_of(line))
    if rows:
        blocks.append(rows)
    need(not within_labels, "the labels have no end")
    need("puzzle" in headers, "the header 'puzzle' is missing")
    family = headers["puzzle"]
    know(family in HEADERS, f"the puzzles {family!r}")
    for key in sorted(headers.keys() - FOR_PEOPLE - {"puzzle", "solutions"}):
        know(key in HEADERS[family], f"the header {key!r}")
    claim = headers.get("solutions", "?")
    least = claim.endswith("+")
    claim = (0, None) if claim == "?" else (natural(claim.removesuffix("+")), None if least else natural(claim))
    if family != "draughtboard":
        need(len(blocks) == 1 and rows, "there must be one drawn board, without a line of =")
    if family == "draughtboard":
        rules = Stones(headers, blocks, encoding == "kinds")
        know(by_states or rules.plain, "gaps and numbers of stones that are open, in another encoding than states")
    elif family == "hidoku":
        rules = Hidoku(headers, blocks)
    else:
        know(by_states or family == "magic", f"the puzzles {family!r} in another encoding than states")
        rules = AnyMagic(headers, blocks) if by_states else Magic(headers, blocks)
    if labels:
        need(len(labels) == rules.height and all(len(row) == rules.width for row in labels), "the labels have another size than the board")
    return rules, claim


class Board:
    """The cells of a board in reading order: the squares that are no holes."""

    def __init__(self, rows):
        need(rows and all(len(row) == len(rows[0]) for row in rows), "the rows of a board have one length")
        self.height, self.width = len(rows), len(rows[0])
        self.squares = [(r, c) for r, row in enumerate(rows) for c, square in enumerate(row) if square not in ("#", "##")]
        need(0 < len(self.squares) <= MOST_CELLS, "a board without cells, or with too many")
        self.at = {square: i for i, square in enumerate(self.squares)}
        self.names = [f"r{r + 1}c{c + 1}" for r, c in self.squares]
        self.named = {name: i for i, name in enumerate(self.names)}
        self.cells = range(len(self.squares))
        self.size = f"{counted(len(self.cells), 'cell')} in {counted(self.height, 'row')} and {counted(self.width, 'column')}"

    def values(self, rows):
        """What the rows have on the cells. Holes must be where the board has them."""
        need(len(rows) == self.height and all(len(row) == self.width for row in rows), "the board has another size")
        for r, row in enumerate(rows):
            for c, square in enumerate(row):
                need(((r, c) in self.at) != (square in ("#", "##")), "the holes are not those of the puzzle")
        return [rows[r][c] for r, c in self.squares]

    def cube(self, rows):
        """The names of the numbers on some cells. All boards with these numbers are a cube."""
        return [f"number {integer(square)} on {name}" for square, name in zip(self.values(rows), self.names) if square not in ("_", "__")]


class Numbers(Board):
    """Each number is on exactly one cell. Numbers are indices from 0 here; low is number 0.

    can[c] is the set of the numbers that cell c may have.
    """

    def number_from(self, low, rows):
        self.low, self.facts = low, {}
        clues = [None if square in ("_", "__") else self.number(square) for square in self.values(rows)]
        given = [k for k in clues if k is not None]
        need(len(set(given)) == len(given), "a number is given twice")
        free = set(self.cells) - set(given)
        need(len(free) <= 1 << 12, "too many open cells")
        self.can = [set(free) if k is None else {k} for k in clues]
        self.given = counted(len(given), "clue")

    def number(self, text):
        k = integer(text) - self.low
        need(0 <= k < len(self.squares), f"{text} is outside the numbers of the puzzle")
        return k

    def cut(self):
        """Strikes numbers off cells by rules of one step, until no rule strikes another one.

        A number that one cell alone may have is the number of that cell. A cell that may
        have one number alone has it. And fits says what the puzzle adds.
        """
        changed = True
        while changed:
            changed = False
            cells = collections.Counter(itertools.chain(*self.can))  # per number, how many may have it
            only_number = {c: k for c in self.cells for k in self.can[c] if cells[k] == 1}
            only_cell = {next(iter(self.can[c])): c for c in self.cells if len(self.can[c]) == 1}
            for c in self.cells:
                left = {k for k in self.can[c]
                        if only_number.get(c, k) == k and only_cell.get(k, c) == c and self.fits(c, k)}
                changed = changed or len(left) < len(self.can[c])
                self.can[c] = left

    def meaning(self, v, name):
        """Takes a name, and says which number alone and which cell alone it is about: "number 6 on r1c1", the same with " or before" (in reading order),
        "r1c1 + r1c2 at least 13", or "r1c1 at most 6"."""
        if name.startswith("number "):
            number, _, cell = name[7:].partition(" on ")
            before = cell.endswith(" or before")
            c = self.named.get(cell[:-10] if before else cell)
            need(c is not None, f"the name {name!r} is not covered")
            self.facts[v] = ("on", self.number(number), before, c, self.number(number), None if before else c)
            return
        at_most = " at most " in name
        cells, _, value = name.partition(" at most " if at_most else " at least ")
        cells = [self.named.get(cell) for cell in cells.split(" + ")]
        need(value and None not in cells and len(set(cells)) == len(cells), f"the name {name!r} is not covered")
        least = integer(value) + (1 if at_most else 0) - self.low * len(cells)
        self.facts[v] = ("sum", tuple(sorted(cells)), least, at_most, None, cells[0] if len(cells) == 1 else None)

    def true_on(self, literal, c, k):
        """Whether a literal is true if its number, or its only cell, has number k on cell c."""
        fact = self.facts[abs(literal)]
        if fact[0] == "on":
            truth = k == fact[1] and (c == fact[3] or fact[2] and c < fact[3])
        else:
            truth = (k >= fact[2]) != fact[3]
        return truth == (literal > 0)

    def holds(self, clause):
        """Whether a clause is about one number or one cell, or about two that belong together, and holds whatever these
        are. The empty one holds if some cell has no number, or some number no cell."""
        if not clause:
            return not all(self.can) or len(set().union(*self.can)) < len(self.cells)
        for by_number in (True, False):
            subjects = self.subjects(clause, by_number)
            if len(subjects) == 1 and not any(self.ways(by_number, *one) for one in subjects.items()):
                return True
            if 0 < len(subjects) <= 2 and self.apart(by_number, *subjects.items()):
                return True
        return False

    def subjects(self, clause, by_number):
        """The literals about each number, or about each cell. There are none if some literal is about something else."""
        subjects = {}
        for l in clause:
            subject = self.facts[abs(l)][-2 if by_number else -1]
            if subject is None:
                return {}
            subjects.setdefault(subject, []).append(l)
        return subjects

    def ways(self, by_number, subject, literals, cells=None):
        """Where a number may be, or what number a cell may have, if literals about it are false: pairs of cell and number."""
        fixed = [fact for fact in (self.facts[-l] for l in literals if l < 0) if fact[0] == "on" and not fact[2]]
        if fixed:
            pairs = [(fixed[0][3], fixed[0][1])]
        elif by_number:
            pairs = [(c, subject) for c in (self.cells if cells is None else cells)]
        else:
            pairs = [(subject, k) for k in self.can[subject]]
        return [(c, k) for c, k in pairs if k in self.can[c] and not any(self.true_on(l, c, k) for l in literals)]

    def apart(self, by_number, *subjects):
        """Whether literals about two subjects cannot all be false. Other puzzles know more of that."""
        return False


class Hidoku(Numbers):
    """Consecutive numbers touch. On a closed path the last number and 1 are consecutive too.

    touch[c] is the set of the cells that may have the number before or after that of c. Pairs of
    links have consecutive numbers. Cells of the order have ascending numbers."""

    def __init__(self, headers, blocks):
        clues = headers.get("clues")
        know(clues in (None, "order"), f"the clues {clues!r}")
        need(clues is None or "order" not in headers, "two orders")
        rows, ranked = unranked(blocks[0]) if clues else (blocks[0], [])
        super().__init__(rows)
        self.number_from(1, rows)
        moves = headers.get("moves", "king")
        need({headers.get(key, "yes") for key in ("torus", "closed")} == {"yes"}, "a torus or a closed path is not yes")
        self.torus, self.closed = "torus" in headers, "closed" in headers
        self.what = f"hidoku, moves {moves}, {self.size}, {self.given}" + "".join(f", {key} {headers[key]}" for key in sorted(HEADERS["hidoku"] & headers.keys() - {"moves"}))
        need(not self.torus or moves != "hex" or self.height % 2 == 0, "a torus of hexagons has an even number of rows")
        self.touch = [self.ends(square, moves) for square in self.squares]
        for c, d in self.pairs(headers, "bridges"):
            need(d not in self.touch[c], "a bridge between cells that touch")
            self.touch[c].add(d), self.touch[d].add(c)
        for c, d in self.pairs(headers, "walls") + self.pairs(headers, "unlinked"):
            need(d in self.touch[c], "a wall between cells that do not touch")
            self.touch[c].remove(d), self.touch[d].remove(c)
        self.links = [frozenset(pair) for pair in self.pairs(headers, "links")]
        self.order = [self.at[square] for square in ranked] or [self.cell(name) for name in headers.get("order", "").split()]
        need(len(set(self.order)) == len(self.order), "a cell is in the order twice")
        self.may = [set(can) for can in self.can]
        self.cut()

    def ends(self, square, moves):
        """The cells that one move leads to."""
        r, c = square
        if moves == "hex":
            left = r % 2 - 1  # odd rows, counted from 0, lie further right
            steps = {(0, -1), (0, 1)} | {(i, j) for i in (-1, 1) for j in (left, left + 1)}
        else:
            names = {"king": "(0,1) (1,1)", "rook": "(0,1)", "knight": "(1,2)"}
            forms = [step.split(",") for step in names.get(moves, moves).split(" ")]
            know(all(len(f) == 2 and f[0][:1] == "(" and f[1][-1:] == ")" for f in forms), f"the moves {moves!r}")
            forms = [(natural(f[0][1:]), natural(f[1][:-1])) for f in forms]
            steps = {(i * a, j * b) for x, y in forms for a, b in ((x, y), (y, x)) for i in (-1, 1) for j in (-1, 1)}
        ends = [(r + i, c + j) for i, j in steps]
        if self.torus:
            ends = [(i % self.height, j % self.width) for i, j in ends]
        return {self.at[end] for end in ends if end in self.at and end != square}

    def cell(self, name):
        need(name in self.named, f"{name[:60]!r} is not a cell")
        return self.named[name]

    def pairs(self, headers, key):
        """Pairs of cells, such as "r1c1-r1c2, r2c2-r3c2"."""
        if key not in headers:
            return []
        pairs = [[self.cell(trimmed(name)) for name in pair.split("-")] for pair in headers[key].split(",")]
        need(all(len(pair) == 2 and pair[0] != pair[1] for pair in pairs), f"the header {key!r} has no pairs of cells")
        need(len({frozenset(pair) for pair in pairs}) == len(pairs), f"the header {key!r} has a pair twice")
        return pairs

    def beside(self, k):
        """The numbers before and after k."""
        n = len(self.cells)
        return {j % n for j in (k - 1, k + 1)} if self.closed else {j for j in (k - 1, k + 1) if 0 <= j < n}

    def fits(self, c, k):
        """The numbers before and after k may be on cells that touch c."""
        return all(any(j in self.can[d] for d in self.touch[c]) for j in self.beside(k))

    def meaning(self, v, name):
        """Takes the name of an edge, too: "r1c1-r1c2" says that the numbers of two cells that touch are consecutive."""
        cells = [self.named.get(cell) for cell in name.split("-")]
        if len(cells) != 2 or None in cells:
            return super().meaning(v, name)
        need(cells[1] in self.touch[cells[0]], f"{name} do not touch")
        self.facts[v] = ("edge", frozenset(cells), None, None)

    def holds(self, clause):
        return self.of_sides(clause) or self.of_edge(clause) or super().holds(clause)

    def of_sides(self, clause):
        """A cell has two sides, which edges and the ends of the path use. So a clause holds that forbids three of them,
        or has all that a cell may use but one. A path of two cells has ends, also if it is closed."""
        ends = () if self.closed and len(self.cells) != 2 else (0, len(self.cells) - 1)
        used, unused = {}, {}  # per cell, its sides that the clause has, and those that it denies
        for l in clause:
            fact = self.facts[abs(l)]
            if fact[0] == "edge":
                for c in fact[1]:
                    (used if l > 0 else unused).setdefault(c, set()).add(fact[1])
            elif fact[0] == "on" and not fact[2] and fact[1] in ends:
                (used if l > 0 else unused).setdefault(fact[3], set()).add(fact[1])
        joined = lambda c, d: any(j in self.can[d] for k in self.can[c] for j in self.beside(k))
        possible = lambda c: [frozenset((c, d)) for d in self.touch[c] if joined(c, d)] + [k for k in ends if k in self.can[c]]
        return (any(len(sides) > 2 for sides in unused.values())
                or any(sum(side not in used.get(c, ()) for side in possible(c)) < 2 for c in (used if clause else self.cells)))

    def of_edge(self, clause):
        """Whether a clause has the edge of a link, or holds if two cells with an edge have consecutive numbers."""
        edges = [(l > 0, self.facts[abs(l)][1]) for l in clause if self.facts[abs(l)][0] == "edge"]
        if len(edges) != 1 or edges[0][0]:
            return any(true and pair in self.links for true, pair in edges)
        c, d = edges[0][1]
        numbers = [l for l in clause if self.facts[abs(l)][0] != "edge"]
        subjects = self.subjects(numbers, False)
        return bool(subjects) and subjects.keys() <= {c, d} and not any(
            j in self.beside(k) for _, k in self.ways(False, c, subjects.get(c, [])) for _, j in self.ways(False, d, subjects.get(d, [])))

    def apart(self, by_number, first, *others):
        """If one number or cell makes its literals false, another one makes its own true. The other one is in the clause,
        or it is a cell that has a link with the first or is in the order."""
        if not by_number and not others:
            others = [(d, []) for d in self.order + [d for link in self.links if first[0] in link for d in link] if d != first[0]]
        for other in others:
            near = by_number and other[0] in self.beside(first[0])
            if not any(self.together(*pair, *way) for pair in self.ways(by_number, *first)
                       for way in self.ways(by_number, *other, self.touch[pair[0]] if near else None)):
                return True
        return False

    def together(self, c, k, d, j):
        """Whether no rule forbids number k on cell c beside number j on cell d."""
        consecutive = j in self.beside(k)
        if j == k or c == d or consecutive and d not in self.touch[c] or not consecutive and frozenset((c, d)) in self.links:
            return False
        return not (c in self.order and d in self.order) or (self.order.index(c) < self.order.index(d)) == (k < j)

    def listed(self, rows):
        numbers = [self.number(square) for square in self.values(rows)]
        need(len(set(numbers)) == len(numbers), "a number is there twice")
        need(all(k in may for may, k in zip(self.may, numbers)), "a clue is not kept")
        cells = sorted(self.cells, key=lambda c: numbers[c])
        for c, d in zip(cells, cells[1:] + cells[:1] * self.closed):
            need(d in self.touch[c], "two consecutive numbers do not touch")
        need(all(numbers[c] in self.beside(numbers[d]) for c, d in self.links), "numbers with a link are not consecutive")
        need(all(numbers[c] < numbers[d] for c, d in zip(self.order, self.order[1:])), "the order is not kept")
        return (f"number {k + 1} on {name}" for k, name in zip(numbers, self.names))

    def states(self):
        """The variables are the numbers with their cells, number by number. Each cell has one number and each
        number one cell. The other rules read the cells in the order of the path."""
        variables = {(c, k): None for k in self.cells for c in self.cells if k in self.may[c]}
        variables = {pair: v + 1 for v, pair in enumerate(variables)}
        of = lambda pairs: [pair for pair in pairs if pair in variables]
        visits = lambda read: [[(variables[c, k], read(c)) for c, k in of((c, k) for c in self.cells)] for k in self.cells]
        rules = [between(1, 1, [variables[pair] for pair in of((c, k) for k in self.cells)]) for c in self.cells]
        rules += [between(1, 1, [variables[pair] for pair in of((c, k) for c in self.cells)]) for k in self.cells]

        path = lambda step, state, c: (0, c) if step == 0 or c in self.touch[state[1]] else None
        steps = visits(lambda c: c)
        rules += [Automaton(part, path, lambda state: True) for part in [steps] + [[steps[0], steps[-1]]] * self.closed]

        def link(step, state, here):  # 0 neither, 1 one just now, 2 both; and whether the first of a closed path was one
            first = state[1] if step else here * self.closed
            if state[0] == 2 or here and (state[0] == 1 or first and step == len(self.cells) - 1):
                return (2, 0)
            return (here, first) if here or first or state[0] == 0 else None
        for pair in self.links:
            rules.append(Automaton(visits(lambda c, pair=pair: int(c in pair)), link, lambda state: state[0] == 2))
        if self.order:  # how many cells of the order were met
            rank = {c: i + 1 for i, c in enumerate(self.order)}
            meet = lambda step, state, i: state if i == 0 else (i, 0) if i == state[0] + 1 else None
            rules.append(Automaton(visits(lambda c: rank.get(c, 0)), meet, lambda state: state[0] == len(rank)))
        return [f"number {k + 1} on {self.names[c]}" for c, k in variables], rules


def unranked(rows):
    """The rows of a board whose numbers are ranks along the path, with the numbers of its ends alone,
    and the squares in the order of their ranks. The path begins at rank 1 and ends at the last one."""
    squares = [(natural(square), (r, c)) for r, row in enumerate(rows) for c, square in enumerate(row) if square not in ("_", "__", "#", "##")]
    squares.sort()
    cells = sum(square not in ("#", "##") for row in rows for square in row)
    need(squares and [rank for rank, _ in squares] == list(range(1, len(squares) + 1)), "the ranks are not 1, 2 and so on")
    need(len(squares) > 1 or cells == 1, "the path ends on no rank")
    ends = {squares[0][1]: "1", squares[-1][1]: str(cells)}
    ranked = [square for _, square in squares]
    return [[ends.get((r, c), "_" if (r, c) in ranked else square) for c, square in enumerate(row)] for r, row in enumerate(rows)], ranked


class AnyMagic(Board):
    """Magic boards of all kinds. A line is a list of terms and a sum. A term is
    a sign and a list of cells, whose numbers are multiplied. uses has how often each number stands. On
    equations, that is open."""

    def __init__(self, headers, blocks):
        rows, self.uses, family = blocks[0], {}, headers["puzzle"]
        if family == "equation":
            rows, equations = squares_of([row[0].split() for row in rows])
        super().__init__(rows)
        parts = headers.get("numbers", f"1..{len(self.cells)}").split() if family != "jodici" else ["1..9", "1..9"]
        for low, dots, high in (part.partition("..") for part in parts):
            need(integer(high if dots else low) - integer(low) <= MOST_CELLS, "too many numbers")
            for k in range(integer(low), integer(high if dots else low) + 1):
                self.uses[k] = self.uses.get(k, 0) + 1
        self.free = family == "equation"
        self.all = sum(k * times for k, times in self.uses.items())
        need(self.free or sum(self.uses.values()) == len(self.cells), "the numbers are not as many as the cells")
        self.clues = [None if square in ("_", "__") else integer(square) for square in self.values(rows)]
        if family == "equation":
            self.lines = equations
        elif family == "jodici":
            need((self.height, self.width, len(self.cells)) == (3, 6, 18), "a wheel has three rings of six cells")
            ring = [list(range(i * 6, i * 6 + 6)) for i in range(3)]
            self.lines = [([(1, [c]) for c in cells], 30) for cells in ring] + [([(1, [c]) for c in cells], 15) for cells in zip(*ring)]
        else:
            form = headers.get("lines")
            lines = self.of_square(form, headers) if form in (None, "pandiagonal", "associative") else self.of_list(form, headers)
            self.lines = [([(1, list(cells))] if product else [(1, [c]) for c in cells], total) for cells, total, product in lines]
        totals = [total for _, total in self.lines if total is not None]
        self.open = len(self.lines) - len(totals)
        self.what = (f"{family} of {counted(len(self.lines), 'line')}" + f" with the total{'s' * (len(set(totals)) > 1)} {', '.join(map(str, sorted(set(totals))))}" * (totals != [])
                     + f", {self.open} of them with the same sum" * (self.open > 0)
                     + f", numbers {' '.join(parts)}, {self.size}, {counted(sum(k is not None for k in self.clues), 'clue')}")
        self.compare_open()

    def compare_open(self):
        """Lines whose sum nobody says have the same sum. So the first of them, less another one, has the sum 0."""
        lines = [line for line in self.lines if line[1] is not None]
        opened = [terms for terms, total in self.lines if total is None]
        for terms in opened[1:]:
            less = [(-sign, cells) for sign, cells in terms]
            both = [(sign, cells) for sign, cells in opened[0] + less if (-sign, cells) not in opened[0] + less]
            lines += [(both, 0)] * (both != [])
        self.lines = lines

    def of_square(self, form, headers):
        """Rows, columns and diagonals, with broken diagonals or pairs of opposite cells, each with its sum."""
        n = self.height
        need(self.width == n and len(self.cells) == n * n, "a magic square has no holes")
        said = headers.get("sum", "any")
        need(said != "any" or self.all % n == 0, "the rows cannot have equal sums")
        total = self.all // n if said == "any" else integer(said)
        diagonals = headers.get("diagonals", "yes")
        need(diagonals == "yes" or diagonals == "no" and form is None, f"diagonals {diagonals!r}")
        rows = [tuple(range(i * n, i * n + n)) for i in range(n)]
        lines = rows + list(zip(*rows))
        for shift in range(n if form == "pandiagonal" else diagonals == "yes"):
            lines.append(tuple(rows[r][(r + shift) % n] for r in range(n)))
            lines.append(tuple(rows[r][(n - 1 - r + shift) % n] for r in range(n)))
        lines = [(cells, total, False) for cells in lines]
        if form == "associative":
            need(2 * total % n == 0 and (n % 2 == 0 or total % n == 0), "opposite cells cannot have equal sums")
            lines += [((c, n * n - 1 - c), 2 * total // n, False) for c in range(n * n // 2)] + [((n * n // 2,), total // n, False)] * (n % 2)
        return lines

    def of_list(self, text, headers):
        """Lines such as "r1c1 r1c2 = 15; r2c1 r2c2", each with its sum. Lines without one have that of the
        header. Without a number there, it is open, but if each cell is in equally many of them, they share the sum of all."""
        need("diagonals" not in headers, "diagonals beside a list of lines")
        lines = []
        for line in text.split(";"):
            cells, equals, total = line.partition("=")
            product = trimmed(total).startswith("*")
            cells = tuple(self.named.get(name, -1) for name in cells.split())
            need(cells and -1 not in cells and len(set(cells)) == len(cells), f"{line[:60]!r} is not a line")
            lines.append((cells, integer(trimmed(total)[product:]) if equals else None, product))
        need({c for cells, _, _ in lines for c in cells} == set(self.cells), "a cell is in no line")
        opened = [cells for cells, total, _ in lines if total is None]
        need("sum" not in headers or opened, "a sum beside lines that all have their own")
        said = headers.get("sum", "any")
        said = integer(said) if said != "any" else None
        times = {sum(c in cells for cells in opened) for c in self.cells}
        if said is None and len(times) == 1 and 0 not in times and min(times) * self.all % len(opened) == 0:
            said = min(times) * self.all // len(opened)
        return [(tuple(sorted(cells)), said if total is None else total, product) for cells, total, product in lines]

    def states(self):
        """The variables are the cells with their numbers, cell by cell, in_order. Each cell has one number, and each number
        as many cells as it must. A line reads the numbers of its cells: its state is the sum of the whole terms, and
        the product of the term that is open."""
        given = {k: self.clues.count(k) for k in self.uses}
        may = [[k for k in sorted(self.uses) if clue == k or clue is None and (self.free or given[k] < self.uses[k])] for clue in self.clues]
        lines = []
        for terms, total in self.lines:
            terms = sorted((sorted(cells), sign) for sign, cells in terms)
            lines.append(([c for of, _ in terms for c in of], [sign if i == len(of) - 1 else 0 for of, sign in terms for i in range(len(of))], total))
        lines.sort(key=lambda line: (len(line[0]), line))
        order = self.in_order(lines)
        variables = {pair: v + 1 for v, pair in enumerate((c, k) for c in order for k in may[c])}
        rules = [between(1, 1, [variables[c, k] for k in may[c]]) for c in self.cells]
        rules += [between(self.uses[k], self.uses[k], [variables[c, k] for c in order if k in may[c]]) for k in sorted(self.uses) if not self.free]
        for cells, ends, total in lines:
            if 0 not in ends:
                cells, ends = zip(*sorted(zip(cells, ends), key=lambda pair: order.index(pair[0])))
            def add(step, state, k, ends=ends):
                whole, product = state[0], state[1] * k
                return (whole + ends[step] * product, 1) if ends[step] else (whole, product)
            steps = [[(variables[c, k], k) for k in may[c]] for c in cells]
            rules.append(Automaton(steps, add, lambda state, total=total: state[0] == total, (0, 1)))
        return [f"number {k} on {self.names[c]}" for c, k in variables], rules

    def in_order(self, lines):
        """The cells in the order in which they are read: always the rest of a line with the fewest cells left. If terms
        have several cells, which must follow each other, it is the order of the board."""
        order = []
        while all(0 not in ends for _, ends, _ in lines):
            rests = [[c for c in cells if c not in order] for cells, _, _ in lines]
            rests = [rest for rest in rests if rest]
            if not rests:
                break
            order += min(rests, key=len)
        return order + [c for c in self.cells if c not in order]

    def listed(self, rows):
        numbers = [integer(square) for square in self.values(rows)]
        need(all(clue in (None, k) for clue, k in zip(self.clues, numbers)), "a clue is not kept")
        need(all(self.free and k in self.uses or numbers.count(k) == self.uses.get(k) for k in numbers), "a number stands too often or is not one of the puzzle")
        for terms, total in self.lines:
            need(sum(sign * math.prod(numbers[c] for c in cells) for sign, cells in terms) == total, "a line has another total")
        return (f"number {k} on {name}" for k, name in zip(numbers, self.names))


class Magic(AnyMagic, Numbers):
    """A magic board with different numbers without gaps, for the default encoding. Its bare lines are lists of cells
    with a sum, which is less by low for each cell, as numbers count from 0."""

    def __init__(self, headers, blocks):
        super().__init__(headers, blocks)
        low, high = min(self.uses), max(self.uses)
        know(not self.open, "a sum that nobody says in another encoding than states")
        know(set(self.uses.values()) == {1} and high - low + 1 == len(self.uses), "numbers with repeats or gaps in another encoding than states")
        know(all(len(cells) == 1 for terms, _ in self.lines for _, cells in terms), "a line with a product in another encoding than states")
        self.number_from(low, blocks[0])
        self.bare = [(tuple(cells[0] for _, cells in terms), total - low * len(terms)) for terms, total in self.lines]
        self.through = [[line for line in self.bare if c in line[0]] for c in self.cells]
        self.cut()

    def fits(self, c, k):
        """No line through c has too much with number k, or too little, whatever is on its other
        cells. Open cells have different numbers, so together they have at least the smallest.
        One open cell alone must be able to have the rest."""
        for line, total in self.through[c]:
            others = [self.can[d] for d in line if d != c]
            if not all(others):
                return False
            opened = [can for can in others if len(can) > 1]
            fixed = sum(min(can) for can in others if len(can) == 1)
            union = sorted(set().union(*opened)) if opened else []
            m = len(opened)
            if len(union) < m:
                return False
            low = fixed + max(sum(map(min, opened)), sum(union[:m]))
            high = fixed + min(sum(map(max, opened)), sum(union[len(union) - m:]))
            if not low <= total - k <= high or m == 1 and total - k - fixed not in opened[0]:
                return False
        return True

    def holds(self, clause):
        return super().holds(clause) or self.of_sums(clause)

    def of_sums(self, clause):
        """It bounds sums of cells of one line, and holds whatever they are."""
        bounds = {}
        for l in clause:
            fact = self.facts[abs(l)]
            if fact[0] != "sum":
                return False
            deny(bounds, fact[1], fact[2], (l > 0) == fact[3])
        return any(contradict(bounds, line, total, self.values_of) for line, total in self.bare)

    @functools.cache
    def values_of(self, cells):
        """The sums that some cells can have, if each has any of its numbers."""
        sums = {0}
        for c in cells:
            sums = {s + k for s in sums for k in self.can[c]}
        return sums


def squares_of(lines):
    """The squares of a board of equations, and its lines. Below each row of numbers stand the operators of
    the columns, and below the last one the = and the results."""
    height, width = len(lines) // 2, len(lines[0]) // 2
    need(len(lines) == 2 * height + 1 and height > 0 and all(len(line) == 2 * width + 1 for line in lines[:-2:2])
         and all(len(line) == width for line in lines[1::2] + lines[-1:]), "the shape of the equations")
    need(all(line[-2] == "=" for line in lines[:-2:2]) and set(lines[-2]) == {"="}, "equations without =")
    equations = []
    for r, line in enumerate(lines[:-2:2]):
        equations.append((terms_of([r * width + c for c in range(width)], line[1:-2:2]), integer(line[-1])))
    for c in range(width):
        equations.append((terms_of([r * width + c for r in range(height)], [line[c] for line in lines[1:-2:2]]), integer(lines[-1][c])))
    return [line[:-2:2] for line in lines[:-2:2]], equations


def terms_of(cells, operators):
    terms = [(1, [cells[0]])]
    for c, operator in zip(cells[1:], operators):
        need(operator in ("+", "-", "*"), f"the operator {operator[:60]!r}")
        if operator == "*":
            terms[-1][1].append(c)
        else:
            terms.append((1 if operator == "+" else -1, [c]))
    return terms


def deny(bounds, terms, value, opposite):
    """Adds that the terms do not have the value or more, or the opposite of that."""
    low, high = bounds.get(terms, (float("-inf"), float("inf")))
    bounds[terms] = (max(low, value), high) if opposite else (low, min(high, value - 1))


def contradict(bounds, line, total, values_of):
    """Whether sums of terms of a line cannot all be within bounds, if the line has the total.
    Of three sets, one has the terms of the other two, which have none in common."""
    of_whole = {t for terms in bounds for t in terms}
    whole = tuple(sorted(of_whole))
    if not of_whole <= set(line):
        return False
    parts = [terms for terms in bounds if terms != whole]
    if not parts:
        first, second = whole, ()
    elif len(parts) == 1:
        first, second = parts[0], tuple(sorted(of_whole.difference(parts[0])))
    elif len(parts) == 2 and sorted(parts[0] + parts[1]) == list(whole):
        first, second = parts
    else:
        return False
    within = lambda terms, v: terms not in bounds or bounds[terms][0] <= v <= bounds[terms][1]
    rest = values_of(tuple(t for t in line if t not in of_whole))
    return not any(within(first, v) and within(second, w) and within(whole, v + w) and total - v - w in rest
                   for v in values_of(first) for w in values_of(second))


# ---- exact covers ---------------------------------------------------------------------


class Cover:
    """An exact cover problem: a cover is a set of options. Each primary item is in as many of them as it must. A
    secondary item is in one at most, or all that have it give it the same colour.

    Variables have the names of options, if they are chosen, and names such as "x:A", if some chosen option gives
    x the colour A. So x:A is like an option with this colour alone: both are parts of a cover here. If x has not
    the colour A, no option is chosen that gives it. Sets of parts are integers: bit i is part i. "at least 2 of 12 13 14" are variables of options of which so many are chosen.
    """

    def set_items(self, *primary, secondary):
        """Sets how often each primary item must be there, at least and at most, and the names of the others."""
        self.times = {item: times for items in primary for item, times in items.items()}
        self.items = [*self.times, *secondary]
        self.options, self.parts, self.index, self.facts, self.colour_number = {}, [], {}, {}, {}
        self.having = dict.fromkeys(self.items, 0)  # per item, or item and colour: the parts that have it
        self.clashes, self.dead = {}, 0  # per part those that it clashes with; those that are in no cover

    def add(self, name, option):
        """Adds an option: its items, each with its colour or "". Its colours are parts too."""
        self.options[name] = option
        parts = {name: option, **{f"{item}:{colour}": {item: colour} for item, colour in option.items() if colour}}
        for name in [name for name in parts if name not in self.index]:
            self.index[name] = len(self.parts)
            for item, colour in parts[name].items():
                for key in (item, (item, colour)):
                    self.having[key] = self.having.get(key, 0) | 1 << len(self.parts)
            self.parts.append(parts[name])

    def meaning(self, v, name):
        if name.startswith("at least ") and " of " in name:
            value, _, variables = name[9:].partition(" of ")
            options = {self.facts.get(natural(word)) for word in variables.split(" ")}
            need(all(isinstance(i, int) for i in options) and len(options) == len(variables.split(" ")), f"the name {name[:60]!r} is not covered")
            self.facts[v] = tuple(sorted(options)), natural(value)
        else:
            need(name in self.index, f"the name {name[:60]!r} is not covered")
            self.facts[v] = self.index[name]

    def holds(self, clause):
        """Whether a clause has one of the forms below, perhaps with further literals."""
        facts = [(l > 0, self.facts[abs(l)]) for l in clause]
        true = [fact for positive, fact in facts if positive and isinstance(fact, int)]
        false = [fact for positive, fact in facts if not positive and isinstance(fact, int)]
        return self.of_two(false) or self.of_colours(true, false) or self.of_parts(true, false) or self.of_counts(clause)

    def of_two(self, false):
        """Two parts clash."""
        return any(self.clash(i) >> j & 1 for i, j in itertools.combinations(false, 2))

    def of_colours(self, true, false):
        """A chosen option gives its items their colours. If an item has a colour, some chosen option gives it."""
        out = sum(1 << j for j in set(true))
        for i in false:
            for item, colour in self.parts[i].items():
                if colour and (self.index[f"{item}:{colour}"] in true or self.having[item, colour] & ~out == 1 << i):
                    return True
        return False

    def of_parts(self, true, false):
        """Parts that cannot be together: with them, and without those that must be true, no part is left for some
        item. Later clauses may rest on that."""
        out = self.dead
        for i in false:
            out |= self.clash(i)
        for i in true:
            out |= 1 << i
            if all(self.parts[i].values()):  # a colour, so the options that give it are out too
                out |= self.having[next(iter(self.parts[i].items()))]
        had = {item for i in false for item in self.parts[i]}
        if not any(least > 0 and item not in had and self.having[item] & ~out == 0 for item, (least, _) in self.times.items()):
            return False
        if not true and len(false) == 1:
            self.dead |= 1 << false[0]
        elif not true and len(false) == 2:
            for i, j in (false, false[::-1]):
                self.clashes[i] |= 1 << j
        return True

    def clash(self, i):
        """The parts that share an item with part i of which there is one, or give it another colour."""
        if i not in self.clashes:
            need(len(self.parts) <= 1 << 16, "too many options")
            out = 0
            for item, colour in self.parts[i].items():
                if self.times.get(item, (1, 1))[1] == 1:
                    out |= self.having[item] & ~(self.having[item, colour] if colour else 1 << i)
            self.clashes[i] = out
        return self.clashes[i]

    def of_counts(self, clause):
        """It bounds how many of some options with an item are chosen, and holds because the item is in so many."""
        bounds = {}
        for l in clause:
            fact = self.facts[abs(l)]
            deny(bounds, *(((fact,), 1) if isinstance(fact, int) else fact), l < 0)
        items = [{item for item in self.parts[i] if item in self.times} for options in bounds for i in options]
        for item in set.intersection(*items) if items else ():
            least, most = self.times[item]
            if least == most and contradict(bounds, self.parts_with(item), most, lambda options: range(min(len(options), most) + 1)):
                return True
        return False

    @functools.cache
    def parts_with(self, item):
        return tuple(i for i, part in enumerate(self.parts) if item in part)

    def check(self, names):
        """Refuses options that are not a cover."""
        need(len(set(names)) == len(names), "an option is listed twice in a cover")
        of = {}
        for name in names:
            for item, colour in self.options[name].items():
                of.setdefault(item, []).append(colour)
        for item in self.items:
            colours = of.get(item, [])
            if item in self.times:
                need(self.times[item][0] <= len(colours) <= self.times[item][1], f"{item[:60]!r} is there too often, or is left out")
            else:
                need(len(colours) < 2 or colours[0] and len(set(colours)) == 1, f"{item[:60]!r} has two colours, or is there too often")

    def states(self):
        """The variables are the options, in the order of their first primary items. Each primary item is in as
        many of them as it must. A secondary item has one colour, or one option without colour."""
        first = {item: i for i, item in enumerate(self.times)}
        names = sorted(self.options, key=lambda name: min(first[item] for item in self.options[name] if item in first))
        variable, rules = {name: v + 1 for v, name in enumerate(names)}, []
        def meet(step, state, colour):
            if colour == 0:
                return state
            return (colour, 0) if state[0] == 0 else state if colour > 1 and state[0] == colour else None
        for item in self.items:
            having = [name for name in names if item in self.options[name]]
            if item in self.times:
                rules.append(between(*self.times[item], [variable[name] for name in having]))
                continue
            colours = [self.colour_number.get(self.options[name][item], 0) + 1 for name in having]
            rules.append(Automaton([[(variable[name], colour), (-variable[name], 0)] for name, colour in zip(having, colours)], meet, lambda state: True))
        return names, rules


class Problem(Cover):
    """An exact cover problem in Knuth's text format. Options count from 0 and have names such as "option 3: p x:A".
    Options without a primary item are never chosen."""

    def __init__(self, lines, by_states):
        for line in lines:
            need(shows_one_line(line), f"{line[:60]!r} has signs that are not shown")
        lines = [line for line in lines if not line.startswith("|")]
        need(lines, "no items")
        words = lines[0].split(" ")
        bar = words.index("|") if "|" in words else len(words)
        primary, secondary = {}, words[bar + 1:]
        for word in words[:bar]:
            bounds, one, name = word.rpartition("|")
            low, colon, high = bounds.partition(":")
            need(not one or colon or low, f"{word[:60]!r} is no item")
            need(name not in primary, "an item is there twice")
            primary[name] = (natural(low), natural(high if colon else low)) if one else (1, 1)
        self.plain = set(primary.values()) <= {(1, 1)}
        know(by_states or self.plain, "multiplicities in another encoding than states")
        need(len(set(secondary)) == len(secondary) and primary.keys().isdisjoint(secondary), "an item is there twice")
        need(all(word.split() == [word] and ":" not in word and "|" not in word for word in [*primary, *secondary]), "an item has no name")
        self.set_items(primary, secondary=secondary)
        for number, line in enumerate(lines[1:]):
            self.read_option(f"option {number}: {line}", line.split(" "))
        self.what = f"exact cover of {len(primary)} primary and {len(secondary)} secondary items by {len(lines) - 1} options"

    def read_option(self, name, words):
        option = {}
        for word in words:
            item, colon, colour = word.partition(":")
            need(item in self.items and item not in option, f"{word[:60]!r} does not go into an option")
            need(not colon or item not in self.times and colour.split() == [colour], f"{word[:60]!r} has a wrong colour")
            option[item] = colour
            if colour:
                self.colour_number.setdefault(colour, len(self.colour_number) + 1)
        if not self.times.keys().isdisjoint(option):
            self.add(name, option)

    def listed(self, lines):
        for line in lines:
            need(line in self.options, f"{line[:60]!r} is not an option of the problem")
        self.check(lines)
        return lines


class Stones(Board, Cover):
    """Stones, turned and perhaps flipped, cover each cell once. Stones that can be turned into each other
    are of one kind. This is an exact cover: a stone of a kind in a place covers its cells and one stone of its
    kind, and a bare cell is covered by itself. If the first square may have both colours, one of them is
    chosen, and each place that fits one of them alone needs that. In the encoding "kinds", each place gives its
    cells a colour, its kind: "kind on r1c1:A" says that some stone of kind A is on r1c1."""

    def __init__(self, headers, blocks, kinds_on_cells):
        drawn = None
        need("board" in headers, "a draughtboard needs the header 'board'")
        if headers["board"]:
            width, _, height = headers["board"].partition("x")
            width, height = natural(width), natural(height)
            need(0 < width * height <= MOST_CELLS, "the size of the board")
            super().__init__([["_"] * width] * height)
        else:
            need(blocks, "no board")
            drawn, blocks = blocks[0], blocks[1:]
            super().__init__(drawn)
        self.fixed = True  # whether the puzzle says of each stone how often it is used
        stocks = [self.stock(rows) for rows in blocks]
        self.set_corners(headers.get("corner"), stocks, drawn)
        flips = headers.get("flips", "yes")
        need(flips in ("yes", "no"), f"flips {flips!r}")
        self.kind_of = {}  # per stone, the first stone of its kind
        kinds = {}  # per list of forms: that stone, and how many are used at least and at most
        for stone, least, most, options in stocks:
            names = [stone_name(len(self.kind_of) + i) for i in range(most)]
            forms = forms_of(stone, flips == "yes" and "no flips" not in options, "no turns" not in options)
            name, low, high = kinds.get(forms, (names[:1], 0, 0))
            kinds.update({forms: (name, low + least, high + most)} if name else {})
            self.kind_of.update((one, name[0]) for one in names)
        self.gaps = bounds_of(headers.get("gaps", "0"), "any")
        self.gaps = (self.gaps[0], min(self.gaps[1], len(self.cells)))
        if self.fixed:
            self.gaps = (len(self.cells) - sum(len(forms[0]) * least for forms, (_, least, _) in kinds.items()),) * 2
        need(self.gaps[0] >= 0, "more stones than cells")
        self.plain = self.gaps[1] == 0 and all(least == most for _, least, most in kinds.values())
        self.what = f"draughtboard of {self.size}, {counted(len(self.kind_of), 'stone')} of {counted(len(kinds), 'kind')}, first square {headers['corner']}, flips {flips}"
        if not self.plain:
            self.what += f", {self.gaps[0]} to {self.gaps[1]} bare cells, stones " + ", ".join(f"{least} to {most} {name[0]}" for name, least, most in kinds.values())
        self.set_options(kinds, [f"kind on {name}" for name in self.names] if kinds_on_cells else [])

    def stock(self, rows):
        """A stone with the line before it, such as "0..2 *, no flips": how often it is used, and how it may lie."""
        least, most, options = 1, 1, []
        if rows and rows[0][0].endswith("*"):
            least, most = bounds_of(trimmed(rows[0][0][:-1]), "*")
            self.fixed = self.fixed and least == most
            options, rows = rows[0][1:], rows[1:]
            need(len(set(options)) == len(options) and set(options) <= {"no flips", "no turns"}, "what a stone may not")
        need(all(square in ("B", "W", "X", "_", "__", "") for row in rows for square in row), "a stone has B, W, X and _")
        stone = [(r, c, square) for r, row in enumerate(rows) for c, square in enumerate(row) if square in ("B", "W", "X")]
        need(stone, "a stone without squares")
        return stone, least, max(least, min(most, len(self.cells) // len(stone))), options

    def set_corners(self, corner, stocks, drawn):
        """Sets the colours that the first square may have. One that gives the board fewer squares
        of a colour than the stones have is impossible."""
        count = {colour: sum(least * (q[2] == colour) for stone, least, _, _ in stocks for q in stone) for colour in "BW"}
        self.coloured = any(q[2] != "X" for stone, _, _, _ in stocks for q in stone)
        need(corner in ("B", "W", "any"), f"the corner {corner!r} is not covered")
        corners = corner if corner != "any" else "BW" if self.coloured else "B"
        self.corners = [one for one in corners
                        if all(sum(colour_at(q, one) == colour for q in self.squares) >= count[colour] for colour in "BW")]
        drawn = [(r, c, square) for r, row in enumerate(drawn or []) for c, square in enumerate(row)]
        need(all(square in ("B", "W", "X", "_", "__", "#", "##") for _, _, square in drawn), "something else than colours on the drawn board")
        shown = {colour_at((r, c), square) for r, c, square in drawn if square in ("B", "W")}  # those that the first square must have
        need(len(shown) < 2 and (corner == "any" or shown <= {corner}), "the drawn board has other colours than the corner says")

    def set_options(self, kinds, kinds_on):
        """Sets the items and the options. The number of a kind is no item if every number is right. On a wide board the
        cells come column by column."""
        rank = {c: i for i, c in enumerate(sorted(self.cells, key=lambda c: self.squares[c][::-1 if self.width > self.height else 1]))}
        often = {name[0]: (least, most) for forms, (name, least, most) in kinds.items() if least > 0 or most * len(forms[0]) < len(self.cells)}
        often.update({"bare": self.gaps} if 0 < self.gaps[1] and (self.gaps[0] > 0 or self.gaps[1] < len(self.cells)) else {})
        both = len(self.corners) > 1
        self.set_items({"corner": (1, 1)} if both else {}, {self.names[c]: (1, 1) for c in rank}, often, secondary=["colour"] * both + kinds_on)
        self.colour_number = {corner: i + 1 for i, corner in enumerate(self.corners)}
        for corner in self.corners if both else []:
            self.add("corner " + corner, {"corner": "", "colour": corner})
        places = {}  # per list of ranks, number of a kind and list of cells: the kind, and the colours of the first square
        for i, (forms, (name, _, _)) in enumerate(kinds.items()):
            for (r, c), form in itertools.product(self.squares, forms):
                squares = [(r + y, c + x) for y, x, _ in form]
                corners = {one for one in self.corners if all(q[2] in ("X", colour_at(square, one)) for q, square in zip(form, squares))}
                if corners and all(square in self.at for square in squares):
                    cells = tuple(sorted(self.at[square] for square in squares))
                    places.setdefault((tuple(sorted(rank[c] for c in cells)), i, cells), (name[0], set()))[1].update(corners)
        for c in self.cells if self.gaps[1] > 0 else []:
            places[(rank[c],), len(kinds), (c,)] = "bare", set(self.corners)
        for (_, _, cells), (kind, corners) in sorted(places.items()):
            items = [self.names[c] for c in cells] + [kind] * (kind in often)
            colours = {"colour": one for one in corners if both and len(corners) == 1}
            colours.update((kinds_on[c], kind) for c in cells if kinds_on)
            self.add(self.place(kind, cells), {**dict.fromkeys(items, ""), **colours})

    def place(self, kind, cells):
        return ("bare" if kind == "bare" else "stone " + kind) + " on " + " ".join(self.names[c] for c in cells)

    def listed(self, rows):
        corner, at = None, {}
        for c, label in enumerate(self.values(rows)):
            if label in ("_", "__"):
                at["bare", c] = [c]
                continue
            need(label.isascii() and label in (label.upper(), label.lower()), f"{label[:60]!r} is no stone")
            need(label.upper() in self.kind_of, f"the puzzle has no stone {label!r}")
            at.setdefault((self.kind_of[label.upper()], label.upper()), []).append(c)
            fitting = [one for one in self.corners if (self.coloured and colour_at(self.squares[c], one) == "W") == (label != label.upper())]
            need(fitting and corner in (None, fitting[0]), "a stone has the colour of another square")
            corner = fitting[0]
        names = [self.place(kind, cells) for (kind, _), cells in at.items()] + [f"corner {corner}"] * (len(self.corners) > 1)
        need(all(name in self.options for name in names), "a stone does not fit where it lies")
        self.check(names)
        return names


def bounds_of(text, any_number):
    """The least and the most that a text such as 3, 0..2, 2..* or * says."""
    low, dots, high = text.partition("..")
    if text == any_number:
        return 0, MOST_CELLS
    return natural(low), MOST_CELLS if high == "*" else natural(high) if dots else natural(low)


def colour_at(square, corner):
    """The colour of a square, if the first one has the colour corner."""
    return corner if (square[0] + square[1]) % 2 == 0 else "BW"[corner == "B"]


def forms_of(stone, flips, turns):
    """The different forms of a stone, turned and flipped as it may be. The first square is r1c1."""
    forms = set()
    for turn in range(0, 8 if flips else 4, 1 if turns else 4):
        squares = [(r, -c if turn >= 4 else c, colour) for r, c, colour in stone]
        for _ in range(turn % 4):
            squares = [(c, -r, colour) for r, c, colour in squares]
        squares.sort()
        row, col, _ = squares[0]
        forms.add(tuple((r - row, c - col, colour) for r, c, colour in squares))
    return tuple(sorted(forms))


# ---- the encoding by states ------------------------------------------------------------
#
# Its formula says the rules and nothing else, in one way that this program writes again. So all models
# of it are solutions, and each solution is one model: the other variables are functions of those with
# names.


class Automaton:
    """A rule: it goes from state to state, and must end in one that is final. In each step it reads what
    the choice says whose literal is true. Exactly one is. There is no way on where follow gives None."""

    def __init__(self, steps, follow, final, start=(0, 0)):
        self.steps, self.follow = steps, follow
        self.states = [[start]]  # after each step: those that can be, and have a way to the end
        for step, choices in enumerate(steps):
            met = {follow(step, state, read) for state in self.states[-1] for _, read in choices}
            self.states.append(sorted(met - {None}))
        self.states[-1] = [state for state in self.states[-1] if final(state)]
        for step in reversed(range(len(steps))):
            after = set(self.states[step + 1])
            self.states[step] = [state for state in self.states[step] if any(follow(step, state, read) in after for _, read in steps[step])]

    def clauses(self, variables):
        """The clauses, if there are so many variables before, and how many there are then. The number of the state
        after a step is in binary, the lowest digit first. A choice and a state exclude each other, or say each digit
        of the state after them. A choice says each digit that all states after it have, if several states are before it."""
        if not self.states[0]:
            return [[]], variables
        clauses, here = [], []
        for step, choices in enumerate(self.steps):
            after = {state: i for i, state in enumerate(self.states[step + 1])}
            there = [variables + 1 + i for i in range((len(after) - 1).bit_length())]
            variables += len(there)
            for literal, read in choices:
                for i, state in enumerate(self.states[step]):
                    not_in = [-v if i >> j & 1 else v for j, v in enumerate(here)]
                    number = after.get(self.follow(step, state, read))
                    heads = [[]] if number is None else [[v if number >> j & 1 else -v] for j, v in enumerate(there)]
                    clauses += [sorted([-literal] + not_in + head, key=abs) for head in heads]
                numbers = {after.get(self.follow(step, state, read)) for state in self.states[step]} - {None}
                for j, v in enumerate(there if len(self.states[step]) > 1 else []):
                    if len({number >> j & 1 for number in numbers}) == 1:
                        clauses.append(sorted([-literal, v if min(numbers) >> j & 1 else -v], key=abs))
            here = there
        return clauses, variables


def between(low, high, literals):
    """So many of the literals are true."""
    add = lambda step, state, read: (state[0] + read, 0) if state[0] + read <= high else None
    return Automaton([[(l, 1), (-l, 0)] for l in literals], add, lambda state: state[0] >= low)


def is_written(lines, rules, boards):
    """Compares a formula with the one that the rules give. Returns how many variables and clauses it has."""
    names, automata = rules.states()
    clauses, variables = [], len(names)
    for automaton in automata:
        more, variables = automaton.clauses(variables)
        clauses += more
    number = {name: v + 1 for v, name in enumerate(names)}
    need(all(name in number for board in boards for name in board), "a list with something that the rules exclude")
    for board in boards:  # a cover may be a part of another one, so its clause has the other options too
        others = [] if not isinstance(rules, Problem) or rules.plain else set(names).difference(board)
        clauses.append(sorted([-number[name] for name in board] + [number[name] for name in others], key=abs))
    named, header = read_head(lines)
    need(named == dict(enumerate(names, 1)) and header == (variables, len(clauses)), "names or the header are not those of the rules")
    for i, clause in enumerate(clauses):
        need(next(lines, None) == " ".join(map(str, clause + [0])) + "\n", f"clause {i + 1} is not that of the rules, {clause}")
    need(next(lines, None) is None, "more clauses than those of the rules")
    return variables, len(clauses)


# ---- the certificate ------------------------------------------------------------------

CLAIMS = {"solutions.txt": "solution", "covers.txt": "cover", "cubes.txt": "cube", "count.txt": "solution"}


def read_list(lines, noun, listed):
    """The names that decide, for each entry of a list. listed takes the lines of an entry."""
    entries, titles = [], []
    for line in lines:
        need(shows_one_line(line), f"{line[:60]!r} has signs that are not shown")
        if line.startswith((f"# {noun} ", f"# no {noun}")):
            titles.append(line)
            entries += [[]] * line.startswith(f"# {noun} ")
        elif trimmed(line):
            need(entries, f"{line[:60]!r} comes before the first {noun}")
            entries[-1].append(line)
    wanted = [f"# {noun} {i + 1} of {len(entries)}" for i in range(len(entries))] or [f"# no {noun}"]
    need(titles == wanted, f"the comments of the list count other {noun}s")
    entries = [sorted(listed(entry)) for entry in entries]
    need(len({tuple(names) for names in entries}) == len(entries), f"a {noun} is listed twice")
    return entries


def are_apart(cubes, once):
    """Refuses cubes with boards in common. Each two have different numbers on a cell, or a number on different cells, if it
    stands once."""
    having = {}  # per number, cell and both: the cubes that have it, in bits
    for i, cube in enumerate(cubes):
        for name in cube:
            for key in (name, *name.split(" on ")):
                having[key] = having.get(key, 0) | 1 << i
    for i, cube in enumerate(cubes):
        others = 1 << i
        for name in cube:
            for key in name.split(" on ")[0 if once else 1:]:
                others |= having[key] & ~having[name]
        need(others == (1 << len(cubes)) - 1, f"cube {i + 1} has boards in common with another one")


def check_formula(lines, rules, boards):
    """Accounts for every clause. Returns how many variables and clauses there are."""
    (names, header), seen = read_head(lines), 0
    for v, name in names.items():
        rules.meaning(v, name)
    need(header[0] <= 1 << 22, "more than 4194304 variables; checkers of proofs may count wrongly")
    need(max(names, default=0) <= header[0], "a name of a variable that is not there")
    need(len(boards) <= header[1], "too few clauses to exclude the boards")
    for line in lines:
        seen += 1
        need(seen <= header[1], f"more clauses than the {header[1]} of the header")
        check_clause(line.rstrip("\n"), seen, header, names, rules, boards)
    need(seen == header[1], "fewer clauses than the header says")
    return header


def read_head(lines):
    """Reads the names of a formula and its header, which says how many variables and clauses there are."""
    names, last = {}, 0
    for line in lines:
        line = line.removesuffix("\n")
        words = line.split(" ")
        if not line.startswith("c"):
            need(len(words) == 4 and words[:2] == ["p", "cnf"], "no header")
            return names, (natural(words[2]), natural(words[3]))
        need(not any(word.startswith(("cnf", "pcnf")) for word in line.split()), "drat-trim would take a comment for the header")
        need(words[0] == "c" and shows_one_line(line), f"{line[:60]!r} is no comment, or has signs that are not shown")
        if line.startswith("c v "):
            v, equals, name = line[4:].partition(" = ")
            need(equals and natural(v) > last, "names come in order")
            last = natural(v)
            names[last] = name
    raise Refused("no header")


def check_clause(line, number, header, names, rules, boards):
    where = f"clause {number}, {line[:60]!r}: "
    words = line.split(" ")
    clause = [integer(word) for word in words[:-1]]
    need(words[-1] == "0" and 0 not in clause, where + "a clause ends with its only 0")
    need(len(set(clause)) == len(clause), where + "a literal is there twice")
    for l in clause:
        need(abs(l) <= header[0], where + "a variable that is not there")
        need(abs(l) in names, where + f"variable {abs(l)} has no name")
    i = number - 1 - (header[1] - len(boards))
    if i < 0:
        need(rules.holds(clause), where + "it does not follow from the rules in a step")
    else:
        need(all(l < 0 for l in clause) and sorted(names[-l] for l in clause) == boards[i],
             where + f"it does not exclude board {i + 1} alone")


def main():
    need(len(sys.argv) == 2, "usage: python3 check_statement.py FOLDER")
    folder = sys.argv[1]

    def text(name):
        need(os.path.isfile(f"{folder}/{name}"), f"{name} is no file")
        return open(f"{folder}/{name}", encoding="utf-8", newline="\n")

    def lines(name):
        with text(name) as file:
            yield from (line.removesuffix("\n") for line in file)

    encoding, there = "", lambda *names: [name for name in names if os.path.lexists(f"{folder}/{name}")]
    claims, about = there(*CLAIMS), there("puzzle.txt", "problem.dlx")
    need(len(claims) == len(about) == 1, f"a folder has one claim about one puzzle or problem; this one has {about} and {claims}")
    noun, counts = CLAIMS[claims[0]], claims == ["count.txt"]
    need(not counts or not there("proof.drat", "proof.lrat"), "a proof that there is no model, beside count.txt")
    if os.path.lexists(f"{folder}/encoding.txt"):
        with text("encoding.txt") as file:
            encoding = file.read(60).strip()
            know(encoding in ("states", "kinds"), f"the encoding {encoding!r}")
    by_states = encoding == "states"
    need(by_states or not counts, "a number of solutions is shown in the encoding by states alone")
    if about == ["problem.dlx"]:
        need(noun == "cover" or counts, f"{claims[0]} is of a puzzle, and problem.dlx of an exact cover problem")
        rules, claim, noun = Problem(list(lines("problem.dlx")), by_states), (0, None), "cover"
        listed = rules.listed
    else:
        need(noun != "cover", "covers.txt is of an exact cover problem, and puzzle.txt of a puzzle")
        rules, claim = read_puzzle(lines("puzzle.txt"), encoding)
        need(noun != "cube" or not isinstance(rules, Stones), "cubes of a puzzle without numbers")
        read = rules.cube if noun == "cube" else rules.listed
        listed = lambda entry: read([row_of(line) for line in entry])
    print("c", rules.what)
    boards = read_list(lines(claims[0]), noun, listed) if not counts else []
    print("c", len(boards), f"{noun}s are listed; each is one")
    need(boards or noun != "cube", "no cube is listed")
    if noun == "cube":
        are_apart(boards, isinstance(rules, Hidoku) or set(rules.uses.values()) == {1} and not rules.free)
    number = natural(next(lines("count.txt"), ""), 10**1000) if counts else len(boards)
    need(noun == "cube" or claim[0] <= number and claim[1] in (None, number), "the puzzle claims another number of solutions")
    with text("formula.cnf") as file:
        variables, clauses = is_written(file, rules, boards) if by_states else check_formula(file, rules, boards)
    print("c", clauses - len(boards), "clauses follow from the rules, and", len(boards), "exclude what is listed;", variables, "variables")
    print("s STATEMENT HOLDS:", f"no {noun}" if number == 0 else ("a partition into " if noun == "cube" else "exactly ") + counted(number, noun))


if __name__ == "__main__":
    try:
        main()
    except NotCovered as what:
        print("c not covered:", what)
        sys.exit(3)
    except (Refused, UnicodeDecodeError) as reason:
        print("c refused:", reason if isinstance(reason, Refused) else "a file is not text")
        sys.exit(1)
    except MemoryError:
        print("c out of memory")
        sys.exit(4)
    sys.exit(42)
