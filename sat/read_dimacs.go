package sat

import (
	"io"
	"strconv"
	"strings"
)

// ReadDIMACS reads a formula in the DIMACS format of SAT solvers. Comment lines may be
// anywhere. A clause may span several lines or share a line with others. A line that
// starts with '%' ends the formula, as in the files of SATLIB. Comments of the form that
// [CNF.WriteDIMACS] writes give literals their names. Clauses are stored as by [CNF.Add],
// so there may be fewer of them than in the file.
//
// An error is a [*SyntaxError] or one of r. A file that ends within a clause is invalid.
// So is one with fewer or more clauses than its header says: it may be cut short. The
// memory is linear in the size of the file. Files of more than 2²² variables or 2²⁷
// literals are refused.
func ReadDIMACS(r io.Reader, name string) (*CNF, error) {
	f := new(CNF)
	s := newScanner(r, name)
	s.comment = f.nameByComment
	if err := s.next(); err != nil {
		return nil, err
	}
	want, err := s.header(f)
	if err != nil {
		return nil, err
	}
	if err := s.body(f, want); err != nil {
		return nil, err
	}
	return f, nil
}

// nameByComment takes the name from a comment like "c v 17 = number 37 on r4c2".
// Any other comment is for people.
func (f *CNF) nameByComment(text string) {
	text, ok := strings.CutPrefix(text, "c v ")
	number, name, found := strings.Cut(text, " = ")
	n, err := strconv.ParseInt(number, 10, 32)
	if l := Lit(n); ok && found && err == nil && l.valid() && l.Var() <= MaxVars {
		f.Name(l, name)
	}
}

// header reads "p cnf VARIABLES CLAUSES", sets the variables of f and returns
// the number of clauses to come.
func (s *scanner) header(f *CNF) (int, error) {
	for _, word := range []string{"p", "cnf"} {
		if s.word != word {
			if s.word == "" {
				return 0, s.errorf("the file ends; want the header 'p cnf VARIABLES CLAUSES'")
			}
			return 0, s.errorf("%q; want the header 'p cnf VARIABLES CLAUSES'", s.word)
		}
		if err := s.next(); err != nil {
			return 0, err
		}
	}
	vars, err := s.count("the number of variables", MaxVars)
	if err != nil {
		return 0, err
	}
	f.vars = vars
	return s.count("the number of clauses", maxLiterals)
}

// count reads a number of the header and moves on.
func (s *scanner) count(what string, most int) (int, error) {
	n, err := s.number(what)
	if err != nil {
		return 0, err
	}
	if n < 0 || int(n) > most {
		return 0, s.errorf("%d for %s; want 0 to %d", n, what, most)
	}
	return int(n), s.next()
}

// body reads the clauses into f, of which there must be as many as wanted.
func (s *scanner) body(f *CNF, want int) error {
	var clause []Lit
	read := 0
	for s.word != "" && !(s.first && s.word[0] == '%') {
		l, err := s.literal(f.Vars())
		if err != nil {
			return err
		}
		if read == want {
			return s.errorf("a clause more than the %d of the header", want)
		}
		if l == 0 {
			f.Add(clause...)
			clause = clause[:0]
			read++
		} else {
			clause = append(clause, l)
		}
		if f.Literals()+len(clause) > maxLiterals {
			return s.errorf("more than %d literals", maxLiterals)
		}
		if err := s.next(); err != nil {
			return err
		}
	}
	if len(clause) > 0 {
		return s.errorf("the formula ends within a clause; want 0 after it")
	}
	if read < want {
		return s.errorf("the formula ends after %d of the %d clauses of the header", read, want)
	}
	return nil
}
