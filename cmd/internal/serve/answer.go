// package serve answers questions about puzzles that are given as text. The program, the
// page and the HTTP server all take their JSON from here, so there is one source for it.
//
// # Questions
//
// [Ask] takes the name of an operation, the text of a puzzle, and options with the names of
// the program's flags. [Operations] lists the operations and their options. A body is one
// JSON value with status 200, except for draw (SVG) and encode (text).
//
// The objects are those of "crosscut OPERATION --format json", version 3. Operations that
// print several objects answer an array of them: solve, verify, hint and generate. The name
// of the puzzle is "puzzle" in objects and messages.
//
// # Failures
//
// Every other status comes with an object:
//
//	{"error": "puzzle:3:1: …", "kind": "input"}
//
// [Kind] lists the kinds. Where a limit came first, the field "answer" has what was found
// so far, if there is anything: a count is then a lower bound.
//
// # Bounds
//
// The asker sets [Bounds]: cells of the board, time, bytes of the answer, processor cores.
// Nothing here writes a file, runs a command or prints.
package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"crosscut/internal/base"
	"crosscut/internal/search"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// Question is a question about a puzzle.
type Question struct {
	Operation string
	Text      string            // the puzzle, as in a file
	Options   map[string]string // named like flags; "" for a flag without a value
}

// Bounds are what an answer may cost at most. A zero field is no bound.
type Bounds struct {
	Cells   int           // squares of the board, holes included
	Time    time.Duration // also the time of a question that does not name one
	Bytes   int           // of the answer
	Puzzles int           // that one question may make
	Workers int           // processor cores of one question; 0 means 1
}

// Answer is what [Ask] returns.
type Answer struct {
	Kind Kind
	Type string // the media type of Body
	Body []byte
}

// The media types of answers.
const (
	typeJSON = "application/json"
	typeSVG  = "image/svg+xml"
	typeText = "text/plain; charset=utf-8"
)

// Kind says what became of a question.
type Kind string

// The kinds.
const (
	OK          Kind = "ok"
	Input       Kind = "input"       // the text or an option is wrong
	Size        Kind = "size"        // the text or the board is too large
	Absent      Kind = "absent"      // there is no such operation
	Time        Kind = "time"        // the time was too short
	Limit       Kind = "limit"       // another limit came first
	Memory      Kind = "memory"      // there is not enough memory
	Full        Kind = "full"        // too many questions at the same time
	Gone        Kind = "interrupted" // nobody waits for the answer any more
	Disagreeing Kind = "disagree"    // the engines disagree, which is a fault of the program
	Broken      Kind = "fault"       // another fault of the program
)

// Status returns the status of HTTP for a kind.
func (k Kind) Status() int {
	switch k {
	case OK:
		return 200
	case Input:
		return 400
	case Absent:
		return 404
	case Size:
		return 413
	case Memory, Full, Gone:
		return 503
	case Time, Limit:
		return 504
	}
	return 500
}

// Error is an error whose kind is known.
type Error struct {
	Kind Kind
	Err  error
}

// Error returns the text of the error in it.
func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns the error in it.
func (e *Error) Unwrap() error { return e.Err }

func invalid(format string, args ...any) error { return &Error{Input, fmt.Errorf(format, args...)} }

// document is an answer that is not JSON.
type document struct {
	mediaType string
	text      []byte
}

// Ask answers a question. m counts the work, so that another goroutine can watch it; nil is
// a meter of its own. If ctx ends first, the kind says whether its time was up.
//
// A failure of an engine is of the kind [Disagreeing]. Ask does not recover from a panic.
func Ask(ctx context.Context, q Question, b Bounds, m *meter.Meter) Answer {
	if m == nil {
		m = new(meter.Meter)
	}
	value, err := ask(ctx, q, b, m)
	if err != nil {
		return failure(err, value)
	}
	if d, ok := value.(document); ok {
		return Answer{OK, d.mediaType, d.text}
	}
	body, err := json.Marshal(value)
	switch {
	case err != nil:
		return failure(err, nil)
	case b.Bytes > 0 && len(body) > b.Bytes:
		return failure(tooLong(b.Bytes), nil)
	}
	return Answer{OK, typeJSON, append(body, '\n')}
}

// ask returns the value to answer. With an error, the value is what was found so far, or
// nil.
func ask(ctx context.Context, q Question, b Bounds, m *meter.Meter) (any, error) {
	op, ok := OperationNamed(q.Operation)
	if !ok {
		return nil, &Error{Absent, fmt.Errorf("no operation %q", q.Operation)}
	}
	o, err := parseOptions(op, q.Options)
	if err != nil {
		return nil, err
	}
	if o.has(FamilyOption.Name) {
		if err := CheckFamily(o.text(FamilyOption.Name)); err != nil {
			return nil, &Error{Input, err}
		}
	}
	t := &task{op: op, options: o, bounds: b, meter: m}
	if op.Text || strings.TrimSpace(q.Text) != "" {
		if t.file, t.left, err = readPuzzle(q.Text, o.text("puzzle"), op, b); err != nil {
			return nil, err
		}
	}
	if err := t.setLimits(); err != nil {
		return nil, err
	}
	if t.time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = meter.WithTimeLimit(ctx, t.time)
		defer cancel()
	}
	if op.answer == nil {
		return t.told(ctx)
	}
	return op.answer(ctx, t)
}

const fileName = "puzzle"

func readPuzzle(content, family string, op Operation, b Bounds) (file *text.File, left int, err error) {
	file, err = readOne(content, family)
	if part := (*text.PartError)(nil); errors.As(err, &part) && (op.Faulty && part.Left == 0 || op.Unfinished && part.Left > 0) {
		file, left, err = part.Part, part.Left, nil
	}
	if err != nil {
		return nil, 0, &Error{Input, err}
	}
	return file, left, checkSize(file.Puzzle.Board(), b)
}

func checkSize(board *puzzle.Board, b Bounds) error {
	if squares := board.Width() * board.Height(); b.Cells > 0 && squares > b.Cells {
		return &Error{Size, fmt.Errorf("the board has %s; at most %s are answered here", base.Plural(squares, "square"), base.Number(b.Cells))}
	}
	return nil
}

func tooLong(bytes int) error {
	return &meter.LimitError{What: base.Plural(bytes, "byte") + " of answer"}
}

// Fail returns the answer for an error of the asker, such as one about reading the
// question.
func Fail(kind Kind, err error) Answer { return failure(&Error{kind, err}, nil) }

// AfterPanic returns the answer after a panic with a value.
func AfterPanic(value any) Answer {
	if elsewhere, ok := value.(*search.Fault); ok { // in another goroutine; its stack is no answer
		value = elsewhere.Value
	}
	return Fail(Broken, fmt.Errorf("fault of the program: %v", value))
}

// Failure is the object of a file that cannot be read.
type Failure struct {
	File  string `json:"file"`
	Error string `json:"error"`
	Kind  Kind   `json:"kind"`
}

// NewFailure returns the object of a file that cannot be read.
func NewFailure(file string, err error) Failure { return Failure{file, base.OneLine(err), kindOf(err)} }

type failureObject struct {
	Error  string `json:"error"`
	Kind   Kind   `json:"kind"`
	Answer any    `json:"answer,omitempty"`
}

// failure returns the answer for an error. found is what was found so far, or nil.
func failure(err error, found any) Answer {
	r := failureObject{base.OneLine(err), kindOf(err), found}
	body, marshalErr := json.Marshal(r)
	if marshalErr != nil { // found is from here, so this does not happen
		body = []byte(`{}`)
	}
	return Answer{r.Kind, typeJSON, append(body, '\n')}
}

func kindOf(err error) Kind {
	var known *Error
	switch {
	case errors.As(err, &known):
		return known.Kind
	case Interrupted(err):
		return Gone
	case Disagree(err):
		return Disagreeing
	case !errors.Is(err, meter.ErrLimit):
		return Input
	}
	switch stopKind(err) {
	case stoppedTime:
		return Time
	case stoppedMemory:
		return Memory
	}
	return Limit
}
