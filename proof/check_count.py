#!/usr/bin/env python3
"""Checks a proof of how many models a formula has.

    python3 check_count.py FOLDER

The folder has formula.cnf, count.txt and proof.cpog. The proof is a decision diagram in the format CPOG,
of R. E. Bryant, W. Nawrocki, J. Avigad and M. J. H. Heule: "Certified knowledge compilation with
application to verified model counting", SAT 2023. This program accepts if

 1. every product has factors without common variables, and the two terms of every sum exclude each other;
 2. every model of the formula is one of the diagram: unit propagation shows each clause that the proof
    adds, from the clauses that it names, and the last one is the root of the diagram;
 3. every model of the diagram is one of the formula: see implied;
 4. the diagram has as many models as count.txt says.

It accepts by a line such as "s COUNT HOLDS: exactly 8 models" and exit code 42. Anything else is no acceptance. It refuses by
"c refused" and exit code 1. Say what the formula means with check_statement.py. It needs Python 3.9.
"""
import bisect
import os
import sys


class Refused(Exception):
    """Says why a proof is not accepted."""


def need(condition, reason):
    if not condition:
        raise Refused(reason)


def numbers(words):
    try:
        return [int(word) for word in words]
    except ValueError:
        raise Refused(f"{' '.join(words)[:60]!r} has something else than numbers") from None


def read_formula(lines):
    """The number of variables, and the clauses from 1 on."""
    clauses, header = [None], None
    for line in lines:
        words = line.split()
        if words and words[0] == "c" or not words and not header:
            continue
        if header is None:
            need(words[:2] == ["p", "cnf"] and len(words) == 4, "no header")
            header = numbers(words[2:])
            continue
        clause = numbers(words)
        need(clause and clause[-1] == 0 and 0 not in clause[:-1], "a clause ends with its only 0")
        need(all(abs(l) <= header[0] for l in clause), "a variable that is not there")
        clauses.append(clause[:-1])
    need(header and len(clauses) == header[1] + 1, "another number of clauses than the header says")
    return header[0], clauses


class Diagram:
    """A diagram that is being read. Operation i is number variables + 1 + i."""

    def __init__(self, variables, clauses):
        self.variables, self.inputs = variables, clauses
        self.sums, self.operands, self.first = [], [], []  # per operation: whether it is a sum, of what, and its first clause
        self.within, self.counts = [], []  # per operation: a set of variables in bits, and how many models over these
        self.added, self.last, self.root = {}, len(clauses) - 1, None

    def clause(self, i, defining_only=False):
        if i in self.added and not defining_only:
            return self.added[i]
        if 0 < i < len(self.inputs) and not defining_only:
            return self.inputs[i]
        at = bisect.bisect_right(self.first, i) - 1
        need(at >= 0 and i - self.first[at] <= len(self.operands[at]), f"there is no clause {i} to use")
        return self.defining(at, i - self.first[at])

    def defining(self, at, i):
        """Clause i about an operation: its meaning from its operands, and then one for each of them."""
        me, of = self.variables + 1 + at, self.operands[at]
        if i > 0:
            return [me, -of[i - 1]] if self.sums[at] else [-me, of[i - 1]]
        return [-me] + of if self.sums[at] else [me] + [-l for l in of]

    def follows(self, clause, hints, defining_only=False):
        """Whether unit propagation by the hints, in their order, refutes the opposite of a clause."""
        true = {-l for l in clause}
        for hint in hints:
            unit = 0
            for l in self.clause(hint, defining_only):
                if -l not in true and l != unit:
                    need(unit == 0 and l not in true, f"clause {hint} propagates nothing")
                    unit = l
            if unit == 0:
                return True
            true.add(unit)
        return False

    def literals(self, lits):
        limit = self.variables + len(self.operands)
        need(all(l != 0 and abs(l) <= limit for l in lits), "a literal that is not there")
        return lits

    def operate(self, number, operation, words, is_sum):
        need(number > self.last, "the numbers of clauses ascend")
        need(operation == self.variables + 1 + len(self.operands), "the numbers of operations follow each other")
        end = 2 if is_sum else len(words) - 1
        operands, hints = self.literals(words[:end]), words[end:-1]
        need(words[-1] == 0 and all(l > -self.variables - 1 for l in operands), "an operation ends with 0, and takes no opposite of one")
        within, count = 0, 0 if is_sum else 1
        parts = [(1 << abs(l), 1) if abs(l) <= self.variables else (self.within[l - self.variables - 1], self.counts[l - self.variables - 1]) for l in operands]
        for part, models in parts:
            need(is_sum or not within & part, f"operation {operation} has a variable in two factors")
            within |= part
            count *= 1 if is_sum else models
        if is_sum:
            need(self.follows([-l for l in operands], hints, True), f"the terms of operation {operation} do not exclude each other")
            count = sum(models << (bin(within).count("1") - bin(part).count("1")) for part, models in parts)
        self.sums.append(is_sum), self.operands.append(operands), self.first.append(number)
        self.within.append(within), self.counts.append(count)
        self.last = number + len(operands)

    def read(self, line):
        words = line.split()
        if not words or words[0] in ("c", "d"):  # deletions are another proof of part 3
            return
        if words[0] == "r":
            need(self.root is None and len(words) == 2, "one root")
            self.root = numbers(words[1:])[0]
            return
        need(len(words) > 2 and words[1] in ("p", "s", "a"), f"{line[:60]!r} is no step")
        number, rest = numbers(words[:1])[0], numbers(words[2:])
        if words[1] != "a":
            self.operate(number, rest[0], rest[1:], words[1] == "s")
            return
        need(number > self.last and rest.count(0) == 2 and rest[-1] == 0, f"{line[:60]!r} is no clause with hints")
        clause = self.literals(rest[:rest.index(0)])
        need(self.follows(clause, rest[len(clause) + 1:-1]), f"clause {number} does not follow")
        self.added[number], self.last = clause, number

    def implied(self):
        """The set of the clauses of the formula that the root implies, in bits. A product implies what one of its
        factors implies, and a sum what both its terms imply. A literal implies the clauses that have it."""
        of = {}
        for i, clause in enumerate(self.inputs[1:]):
            for l in clause:
                of.setdefault(l, []).append(i)
        having = {l: in_bits(clauses, len(self.inputs)) for l, clauses in of.items()}
        uses = [0] * len(self.operands)
        for operands in self.operands:
            for l in operands:
                if l > self.variables:
                    uses[l - self.variables - 1] += 1
        sets = {}
        for at, operands in enumerate(self.operands):
            all_of = -1 if self.sums[at] else 0
            for l in operands:
                part = having.get(l, 0) if l <= self.variables else sets[l - self.variables - 1]
                all_of = all_of & part if self.sums[at] else all_of | part
                if l > self.variables:
                    uses[l - self.variables - 1] -= 1
                    if uses[l - self.variables - 1] == 0 and l != self.root:
                        del sets[l - self.variables - 1]
            sets[at] = all_of
        return sets[self.root - self.variables - 1]


def in_bits(elements, size):
    bits = bytearray(size // 8 + 1)
    for i in elements:
        bits[i // 8] |= 1 << i % 8
    return int.from_bytes(bits, "little")


def main():
    need(len(sys.argv) == 2, "usage: python3 check_count.py FOLDER")

    def text(name):
        need(os.path.isfile(f"{sys.argv[1]}/{name}"), f"{name} is no file")
        return open(f"{sys.argv[1]}/{name}", encoding="utf-8", newline="\n")

    with text("formula.cnf") as file:
        diagram = Diagram(*read_formula(file))
    with text("proof.cpog") as file:
        for line in file:
            diagram.read(line)
    root = diagram.root
    need(root is not None and root > diagram.variables and root - diagram.variables <= len(diagram.operands), "no root")
    need([root] in diagram.added.values(), "the proof does not show the root")
    missing = (1 << len(diagram.inputs) - 1) - 1 & ~diagram.implied()
    need(not missing, f"the diagram has a model that is none of clause {missing.bit_length()}")
    at = root - diagram.variables - 1
    count = diagram.counts[at] << diagram.variables - bin(diagram.within[at]).count("1")
    with text("count.txt") as file:
        need(file.read(5000) == f"{count}\n", f"count.txt has another number than {count}")
    print("c", len(diagram.inputs) - 1, "clauses and", diagram.variables, "variables; a diagram of", len(diagram.operands), "operations has", count, "models")
    print("s COUNT HOLDS: exactly", count, "models")


if __name__ == "__main__":
    sys.set_int_max_str_digits(0) if hasattr(sys, "set_int_max_str_digits") else None
    try:
        main()
    except Refused as reason:
        print("c refused:", reason)
        sys.exit(1)
    except UnicodeDecodeError:
        print("c refused: a file is not text")
        sys.exit(1)
    except MemoryError:
        print("c out of memory")
        sys.exit(4)
    sys.exit(42)
