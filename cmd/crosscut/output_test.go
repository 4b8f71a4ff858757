package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/cmd/internal/run"
	"crosscut/internal/base"
	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/puzzle"
)

// TestLoneResultIsWrittenSoon prints a small piece without a flush. The read returns when the
// printer's timer fires, and hangs if it never does.
func TestLoneResultIsWrittenSoon(t *testing.T) {
	in, out := io.Pipe()
	p := &printer{out: out}
	require.NoError(t, p.text("a solution\n"))
	text := make([]byte, 100)
	n, err := in.Read(text)
	require.NoError(t, err)
	assert.Equal(t, "a solution\n", string(text[:n]))
}

// failing is a writer that fails and counts the calls.
type failing struct{ tries int }

func (f *failing) Write([]byte) (int, error) {
	f.tries++
	return 0, errors.New("no room")
}

func TestNothingIsWrittenAfterAFailure(t *testing.T) {
	out := new(failing)
	p := &printer{out: out}
	require.NoError(t, p.text("one\n"))
	require.EqualError(t, p.flush(), "no room")
	require.EqualError(t, p.text("two\n"), "no room")
	require.EqualError(t, p.close(), "no room")
	assert.Equal(t, 1, out.tries)
}

// TestEndOfWritingHasTheNameOfTheInput: the end of a context gets a name, and the error of a file
// keeps its own.
func TestEndOfWritingHasTheNameOfTheInput(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	other := errors.New("out.cnf: no room")
	require.NoError(t, stoppedAs(ctx, "in.txt", nil))
	require.Equal(t, other, stoppedAs(ctx, "in.txt", other))
	end := errors.New("stopped by a limit: 1s")
	cancel(end)
	require.NoError(t, stoppedAs(ctx, "in.txt", nil))
	require.Equal(t, other, stoppedAs(ctx, "in.txt", other))
	require.EqualError(t, stoppedAs(ctx, "in.txt", end), "in.txt: stopped by a limit: 1s")
}

// TestPeopleWaitForALimitedTime: without --time the limit is that of the help, and names the flag.
func TestPeopleWaitForALimitedTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for limit, want := range map[time.Duration]string{
			0:              "stopped by a limit: 5s; --time sets another",
			10 * time.Hour: "stopped by a limit: 10h0m0s",
		} {
			ctx, cancel := patiently(t.Context(), limit)
			<-ctx.Done()
			require.EqualError(t, context.Cause(ctx), want)
			cancel()
		}
	})
}

func TestNumbersHaveCommas(t *testing.T) {
	for n, want := range map[uint64]string{0: "0", 999: "999", 1000: "1,000", 1234567: "1,234,567", 1<<64 - 1: "18,446,744,073,709,551,615"} {
		assert.Equal(t, want, base.Number(n))
	}
	assert.Equal(t, "1 node", base.Plural(1, "node"))
	assert.Equal(t, "0 nodes", base.Plural(0, "node"))
	assert.Equal(t, "a", base.Choice([]string{"a"}))
	assert.Equal(t, "a, b or c", base.Choice([]string{"a", "b", "c"}))
	assert.Equal(t, "a, b and c", base.List([]string{"a", "b", "c"}))
}

func TestBoundedReaderFailsWhereItWouldHaveToCut(t *testing.T) {
	text, err := io.ReadAll(&boundedReader{iotest.OneByteReader(endless{}), 5})
	assert.Equal(t, "xxxxx", string(text))
	assert.EqualError(t, err, "more than 64 MiB, the largest size of an answer")
}

// endless is a reader that never ends.
type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}

// TestNamesThatAreNoTextAreQuoted solves a puzzle in a file with such a name. The solution must be
// readable, and so must the name of a picture.
func TestNamesThatAreNoTextAreQuoted(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a\xffb.txt")
	if err := os.WriteFile(name, []byte("puzzle: magic\n2,7,6\n9,5,1\n4,3,_\n"), 0o600); err != nil {
		t.Skip("a file cannot have such a name here:", err)
	}
	solutions := filepath.Join(t.TempDir(), "solutions.txt")
	require.NoError(t, os.WriteFile(solutions, []byte(runs(t, exitYes, "", "solve", "--all", name)), 0o600))
	runs(t, exitYes, "", "verify", name, solutions)

	assert.Equal(t, `a\xffb-2`, pictureName(`"dir/a\xffb.txt"#2`))
	assert.Equal(t, `a\xffb`, pictureName(`"dir/a\xffb.txt"`))
	assert.Equal(t, "a-2", pictureName("dir/a.txt#2"))
}

func TestTimeLeftIsToldWhereItIsKnown(t *testing.T) {
	for _, test := range []struct {
		done    float64
		sure    bool
		elapsed time.Duration
		want    string
	}{
		{0, true, time.Second, "time left unknown"},
		{0.009, true, time.Hour, "time left unknown"},
		{0.01, true, time.Second, "about 1m39s left"},
		{0.5, true, time.Minute, "about 1m0s left"},
		{0.5, false, time.Minute, "time left unknown"},
		{1, true, time.Minute, "about 0s left"},
		{0.01, true, 1e5 * time.Hour, "time left unknown"},
	} {
		assert.Equal(t, test.want, timeLeft(test.done, test.sure, test.elapsed), "%v", test)
	}
}

func TestProgressIsOneLine(t *testing.T) {
	assert.Equal(t, "25% █████░░░░░░░░░░░░░░░  sat, 1s", bar(0.25, "sat, 1s"))
	assert.Equal(t, "100% ████████████████████  sat", bar(1, "sat"))
	assert.Equal(t, "0% ░░░░░░░░░░░░░░░░░░░░  sat", bar(leastDone, "sat"))
	assert.Equal(t, "99% ███████████████████░  sat", bar(0.999, "sat"))
	assert.Equal(t, "100% ████████████████████  sat", bar(1.01, "sat")) // a share may be estimated
	assert.Equal(t, "sat, 2s, time left unknown", progressLine("sat", new(meter.Meter), 2*time.Second))
}

func TestResultsStandBesideProgress(t *testing.T) {
	var terminal bytes.Buffer
	s := &screen{terminal: &terminal}
	s.show("half")
	_, err := s.around(&terminal).Write([]byte("result\n"))
	assert.NoError(t, err)
	s.show("more")
	s.show("most")
	s.hide()
	s.hide()
	assert.Equal(t, "half\r\x1b[Kresult\nmore\r\x1b[Kmost\r\x1b[K", terminal.String())
}

// TestWhatIsNotPrintedIsAnError runs commands on a standard output that refuses everything, as a closed
// one does on Windows.
func TestWhatIsNotPrintedIsAnError(t *testing.T) {
	lost := errors.New("it is lost")
	for _, line := range []string{
		"", "--help", "--version", "help files", "help solve", "solve --help", "version", "man solve", "completion bash", "__complete so",
		"solve -", "count -", "unique -", "check -", "certain -", "grade -", "hint -", "why -", "repair -", "draw -", "encode --to dimacs -", "export --to csv -",
		"solve --format json -", "solve --jobs 2 --all -", "count --nodes 1 --format json -", "generate hidoku --size 3x3", "import --from csv -",
	} {
		var errs bytes.Buffer
		out := writerFunc(func([]byte) error { return lost })
		code := runProgram(context.Background(), strings.Fields(line), strings.NewReader("puzzle: hidoku\n1,_\n_,_\n"), out, &errs, crosscut.Engines())
		assert.Equal(t, exitBad, code, line)
		assert.Equal(t, 1, strings.Count(errs.String(), "it is lost\n"), "%s: %s", line, errs.String())
	}
}

// The rules of each step are judged again here: from board to board of a chain one number or stone
// is added, and the last board is the solution.
func TestTheChainLeadsToEachSolution(t *testing.T) {
	for _, text := range []string{
		"puzzle: hidoku\nmoves: rook\n1,_,_\n_,_,_\n_,_,_\n",
		"puzzle: magic\n_,_,_\n_,_,_\n_,_,_\n",
		"puzzle: draughtboard\nboard: 4x4\n4 *\nX,X\nX,_\n=\n2 *\nX,X\n",
		"puzzle: draughtboard\nboard: 3x3\ngaps: 2\n2 *\nX,X\n=\nX,X\nX,_\n",
	} {
		p := puzzletest.Read(t, text)
		var board []int
		chains, placed := 0, 0
		c := chain{p: p, show: func(s meter.Step) {
			if s.Kind == meter.Placed {
				if board == nil {
					board = make([]int, p.Board().Len())
					for i := range board {
						board[i] = puzzle.Empty
						if n, ok := p.(puzzle.Numbered); ok {
							board[i] = n.Clue(i)
						}
					}
				}
				before := openCells(board)
				for _, cell := range s.Cells {
					require.Equal(t, puzzle.Empty, board[cell], "%s", text)
				}
				board, placed = s.Board, placed+1
				require.Equal(t, before-len(s.Cells), openCells(board))
				require.NoError(t, puzzle.CheckPartial(p, board))
				return
			}
			require.Equal(t, meter.Found, s.Kind)
			require.NoError(t, p.Check(s.Board))
			if s.Why == "" {
				require.Equal(t, s.Board, board)
				chains++
			}
			board = nil
		}}
		require.NoError(t, crosscut.Native.Search(t.Context(), p, &meter.Meter{Trace: c.step}, func(puzzle.Solution) bool { return true }))
		assert.Positive(t, chains, "%s", text)
		assert.Greater(t, placed, 2*chains)
	}
}

// openCells counts the open cells.
func openCells(board []int) (open int) {
	for _, v := range board {
		if v == puzzle.Empty {
			open++
		}
	}
	return open
}

// One limit of time holds for all searches of a question. So all of them end at the same moment, and the
// engines that are compared share it.
func TestTheTimeIsThatOfTheWholeQuestion(t *testing.T) {
	const limit = time.Hour
	for _, args := range []string{
		"repair testdata/hidoku/gk05-unsat-2.txt", "repair testdata/magic/order-4.txt", "solve testdata/magic/order-4.txt",
		"unique testdata/draughtboard/three.txt", "why testdata/hidoku/gk05-unsat-2.txt", "grade testdata/magic/n3-m1.txt",
		"draw --with-solutions testdata/magic/n3-m1.txt", "prove testdata/magic/n3-m1.txt --out " + filepath.Join(t.TempDir(), "c"),
	} {
		var ends []time.Time
		native := crosscut.NewEngine("native", func(ctx context.Context, p puzzle.Puzzle, m *meter.Meter, yield func(puzzle.Solution) bool) error {
			end, limited := ctx.Deadline()
			require.True(t, limited, args)
			ends = append(ends, end)
			return crosscut.Native.Search(ctx, p, m, yield)
		})
		words := strings.Fields(strings.ReplaceAll(args, "testdata", filepath.Join("..", "..", "testdata")))
		runProgram(t.Context(), append(words, "--time", limit.String()), strings.NewReader(""), io.Discard, io.Discard, []crosscut.Engine{native, crosscut.SAT, crosscut.DLX})
		require.NotEmpty(t, ends, args)
		for _, end := range ends {
			require.Equal(t, ends[0], end, args)
		}
	}
	stdout := printed("", "check", "--time", "3ns", filepath.Join("..", "..", "testdata", "magic", "order-3.txt"))
	require.Equal(t, 3, strings.Count(stdout, "stopped by a limit: 3ns\n"), "each engine names the limit that was given\n%s", stdout)
}

// TestADiskThatFailsHasItsOwnExitCode is for those who start a run again.
func TestADiskThatFailsHasItsOwnExitCode(t *testing.T) {
	assert.Equal(t, 74, exitCode(fmt.Errorf("%w: x", run.ErrDisk)))
	assert.Equal(t, exitLimit, exitCode(fmt.Errorf("%w: %w", run.ErrDisk, meter.ErrLimit)), "a full disk until --time")
}
