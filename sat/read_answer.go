package sat

import (
	"fmt"
	"io"
	"math"
)

// ReadModel reads the answer of a solver to a formula of vars variables. It knows two
// formats. In the format of the SAT competitions, there are "s SATISFIABLE" and lines such
// as "v 1 -2 0", in any order, with comments. The file of minisat has "SAT" and "1 -2 0".
//
// values[v] is the value of the variable v, false where the answer leaves it open.
// values[0] is unused. values is nil when the answer says that there is no model.
//
// An error is a [*SyntaxError] or one of r. An answer is invalid when it has no status or
// decides nothing. It is also invalid when its values do not end with a 0, or give a
// variable both values. ReadModel does not check the model: see [CNF.Satisfied].
func ReadModel(r io.Reader, name string, vars int) (values []bool, sat bool, err error) {
	if vars > math.MaxInt32 {
		return nil, false, fmt.Errorf("%s: an answer about %d variables; a formula has at most %d", name, vars, math.MaxInt32)
	}
	m := modelReader{scanner: newScanner(r, name), vars: max(vars, 0)}
	for {
		if err := m.next(); err != nil {
			return nil, false, err
		}
		if m.word == "" {
			return m.finish()
		}
		if err := m.take(); err != nil {
			return nil, false, err
		}
	}
}

// modelReader collects what an answer says.
type modelReader struct {
	*scanner
	vars   int
	status string // SATISFIABLE, UNSATISFIABLE or "" for none yet
	bare   bool   // the file is one of minisat: values have no v before them
	inLine bool   // values may follow on this line
	closed bool   // the 0 that ends the values has been read
	given  []int8 // by variable: 1 true, −1 false, 0 open; nil before the first value
}

func (m *modelReader) take() error {
	if m.first {
		m.inLine = m.bare
		switch m.word {
		case "s":
			if err := m.next(); err != nil {
				return err
			}
			return m.setStatus(m.word)
		case "v":
			m.inLine = true
			return nil
		case "SAT":
			m.bare, m.inLine = true, true
			return m.setStatus("SATISFIABLE")
		case "UNSAT":
			return m.setStatus("UNSATISFIABLE")
		case "INDET":
			return m.setStatus("UNKNOWN")
		}
	}
	if !m.inLine {
		return m.errorf("%q; want a line 's SATISFIABLE', 's UNSATISFIABLE', 'v' with values, 'SAT' or 'UNSAT'", m.word)
	}
	return m.value()
}

// setStatus records the status. A second one is an error.
func (m *modelReader) setStatus(status string) error {
	switch {
	case status == "UNKNOWN":
		return m.errorf("the solver has not decided whether there is a model")
	case status != "SATISFIABLE" && status != "UNSATISFIABLE":
		return m.errorf("status %q; want SATISFIABLE or UNSATISFIABLE", status)
	case m.status != "":
		return m.errorf("a second status; want one answer")
	}
	m.status = status
	return nil
}

func (m *modelReader) value() error {
	l, err := m.literal(m.vars)
	if err != nil {
		return err
	}
	if m.closed {
		return m.errorf("%q after the 0 that ends the values; want one answer", m.word)
	}
	if m.given == nil {
		m.given = make([]int8, m.vars+1)
	}
	if l == 0 {
		m.closed = true
		return nil
	}
	sign := int8(1)
	if l < 0 {
		sign = -1
	}
	if m.given[l.Var()] == -sign {
		return m.errorf("variable %d is both true and false", l.Var())
	}
	m.given[l.Var()] = sign
	return nil
}

func (m *modelReader) finish() ([]bool, bool, error) {
	switch {
	case m.status == "":
		return nil, false, m.errorf("the file ends without an answer; want 's SATISFIABLE' or 's UNSATISFIABLE'")
	case m.status == "UNSATISFIABLE" && m.given != nil:
		return nil, false, m.errorf("values beside the answer that there are none")
	case m.status == "UNSATISFIABLE":
		return nil, false, nil
	case !m.closed:
		return nil, false, m.errorf("the values end without a 0; is the file cut short?")
	}
	values := make([]bool, m.vars+1)
	for v, sign := range m.given {
		values[v] = sign > 0
	}
	return values, true, nil
}
