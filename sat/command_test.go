package sat

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/puzzletest"
	"crosscut/meter"
)

// command returns the solver of a command line.
func command(t require.TestingT, line string) *Command {
	c, err := NewCommand(line)
	require.NoError(t, err)
	return c
}

// modelsOf returns the assignments of keep that a command finds, sorted, and checks that
// each comes once.
func modelsOf(t require.TestingT, c *Command, f *CNF, keep []Lit) []string {
	all := []string{}
	err := c.Models(context.Background(), f, keep, nil, func(values []bool) bool {
		key := ""
		for _, l := range keep {
			key += map[bool]string{true: "1", false: "0"}[l.holds(values)]
		}
		require.NotContains(t, all, key)
		all = append(all, key)
		return true
	})
	require.NoError(t, err)
	slices.Sort(all)
	return all
}

// installed has solvers and their command lines.
var installed = map[string]string{
	"cadical": "cadical -q {}",
	"minisat": "minisat -verb=0 {} {}.out >/dev/null; cat {}.out",
	"clasp":   "clasp -n 1",
}

func TestOtherSolversFindAllModels(t *testing.T) {
	puzzletest.NeedsProgram(t, "sh")
	for name, line := range installed {
		t.Run(name, func(t *testing.T) {
			puzzletest.NeedsProgram(t, name)
			for seed := range uint64(6) {
				f := randomCNF(rand.New(rand.NewPCG(seed, 11)))
				both := []Lit{} // with both signs, so that no two models include one another
				for _, l := range allVars(f) {
					both = append(both, l, l.Not())
				}
				want := brute(f, both)
				slices.Sort(want)
				assert.Equal(t, want, modelsOf(t, command(t, line), f, both), "seed %d", seed)
			}
		})
	}
}

// The checker accepts the proofs of cadical, as text and binary.
func TestProofsOfOtherSolvers(t *testing.T) {
	puzzletest.NeedsProgram(t, "sh")
	puzzletest.NeedsProgram(t, "cadical")
	f := pigeonhole(4)
	for _, line := range []string{"cadical -q --no-binary {} {proof}", "cadical -q {} {proof}"} {
		var proof bytes.Buffer
		require.NoError(t, command(t, line).Refute(context.Background(), f, nil, &proof))
		checkDRAT(t, f, proof.String())
	}
	err := command(t, "cadical -q {} {proof}").Refute(context.Background(), formula(2, []Lit{1, 2}), nil, &bytes.Buffer{})
	require.ErrorIs(t, err, ErrSatisfiable)
}

func TestWhatProgramsDoWrong(t *testing.T) {
	puzzletest.NeedsProgram(t, "sh")
	f := formula(2, []Lit{1, 2}, []Lit{-1, -2})
	for _, c := range []struct{ name, line, want string }{
		{"missing", "no-such-solver {}", `SAT solver "no-such-solver {}": there is no such program (it said:`},
		{"failing", "echo 'out of memory' >&2; exit 3", `it gave no answer, and exit status 3 (it said: out of memory)`},
		{"failing after comments", "echo c a version; exit 1", `it gave no answer, and exit status 1`},
		{"killed", "kill -9 $$", "it gave no answer, and signal: killed"},
		{"rubbish", "echo hello", `its answer:1:1: "hello"; want a line`},
		{"endless rubbish", "yes", `its answer:1:1: "y"; want a line`},
		{"binary rubbish", "head -c 100000 /dev/zero", "its answer:1:"},
		{"other status", "echo s MAYBE", `status "MAYBE"; want SATISFIABLE or UNSATISFIABLE`},
		{"wrong model", "echo s SATISFIABLE; echo v 1 2 0", "it answered with an assignment that is no model"},
		{"no model", "echo s SATISFIABLE", "its answer:2:1: a model, and not its values"},
		{"model cut short", "echo s SATISFIABLE; echo v 1", "the values end without a 0"},
		{"other variables", "echo s SATISFIABLE; echo v 1 -3 0", "its answer:2:5: "},
		{"two answers", "echo s SATISFIABLE; echo s UNSATISFIABLE", "a second status"},
		{"code of none", "echo s SATISFIABLE; echo v 1 -2 0; exit 20", "its answer and its exit code 20 contradict each other"},
		{"code of a model", "echo s UNSATISFIABLE; exit 10", "its answer and its exit code 10 contradict each other"},
		{"no proof", "echo s UNSATISFIABLE # {proof}", "it wrote no proof into {proof}"},
		{"half a proof", `echo s UNSATISFIABLE; printf 'a\006' > {proof}`, "its proof: unexpected EOF"},
		{"another proof", `echo s UNSATISFIABLE; printf 'a\006\000Q' > {proof}`, "its proof: byte 0x51 where a step begins; want a or d"},
		{"large numbers", `echo s UNSATISFIABLE; printf 'a\377\377\377\377\377\001' > {proof}`, "its proof: a number of more than 32 bits"},
	} {
		t.Run(c.name, func(t *testing.T) {
			solver := command(t, c.line)
			var err error
			if solver.Proves() {
				err = solver.Refute(context.Background(), f, nil, &bytes.Buffer{})
			} else {
				err = solver.Models(context.Background(), f, allVars(f), nil, func([]bool) bool { return true })
			}
			wrong := new(CommandError)
			require.ErrorAs(t, err, &wrong)
			require.ErrorContains(t, err, c.want)
			assert.NotErrorIs(t, err, meter.ErrLimit)
		})
	}
	for _, line := range []string{"true", "echo s UNKNOWN", "echo s INDETERMINATE; exit 15", "echo INDET", "echo s TIMEOUT", "echo c UNKNOWN", "echo c; exit 124", "echo s UNKNOWN; exit 1"} {
		err := command(t, line).Models(context.Background(), f, allVars(f), nil, func([]bool) bool { return true })
		require.ErrorIs(t, err, meter.ErrLimit, line)
		require.ErrorContains(t, err, "its answer: the solver stopped, so it is not decided whether there is a model", line)
	}
	_, err := NewCommand(" ")
	require.ErrorContains(t, err, "is empty")
	err = command(t, "true").Refute(context.Background(), f, nil, &bytes.Buffer{})
	require.ErrorContains(t, err, "it has no {proof}, where the proof is to go")
}

// A wrong model is noticed, also one that was given before. A wrong "unsatisfiable" cannot
// be noticed here.
func TestAModelThatWasThereBefore(t *testing.T) {
	puzzletest.NeedsProgram(t, "sh")
	f := formula(2, []Lit{1, 2}, []Lit{-1, -2})
	c := command(t, "echo s SATISFIABLE; echo v 1 -2 0")
	found := 0
	err := c.Models(context.Background(), f, allVars(f), nil, func([]bool) bool { found++; return true })
	require.ErrorContains(t, err, "it answered with an assignment that is no model")
	assert.Equal(t, 1, found)
}

// Programs that the program has started end soon after it.
func TestProgramsEndWithTheirContext(t *testing.T) {
	puzzletest.NeedsProgram(t, "sh")
	f := formula(2, []Lit{1, 2})
	for _, line := range []string{"sleep 123.25", "sleep 123.25 & sleep 123.25; true", "trap '' TERM INT; while :; do sleep 1; done", "yes c"} {
		limit := &meter.LimitError{What: "a moment"}
		ctx, cancel := context.WithTimeoutCause(context.Background(), 50*time.Millisecond, limit)
		ended := make(chan error, 1)
		go func() {
			ended <- command(t, line).Models(ctx, f, nil, nil, func([]bool) bool { return true })
		}()
		select {
		case err := <-ended:
			require.ErrorIs(t, err, limit, line)
		case <-time.After(time.Minute):
			require.Fail(t, "the program goes on", line)
		}
		cancel()
	}
	t.Run("no program is left behind", func(t *testing.T) {
		out, err := exec.Command(puzzletest.NeedsProgram(t, "ps"), "-eo", "ppid,args").Output()
		require.NoError(t, err)
		for line := range strings.Lines(string(out)) {
			fields := strings.Fields(line)
			assert.False(t, fields[0] == "1" && strings.HasSuffix(strings.TrimSpace(line), "sleep 123.25"), line)
		}
	})
}

func TestCommandsMeetLimits(t *testing.T) {
	puzzletest.NeedsProgram(t, "sh")
	f := formula(2, []Lit{1, 2}, []Lit{-1, -2})
	c := command(t, "echo s SATISFIABLE; echo v 1 -2 0")
	err := c.Models(context.Background(), f, allVars(f), &meter.Meter{MaxNodes: 1}, func([]bool) bool { return true })
	require.ErrorIs(t, err, meter.ErrLimit)
	err = c.Models(context.Background(), f, allVars(f), nil, func([]bool) bool { return false })
	require.ErrorIs(t, err, meter.ErrStopped)
	bad := formula(2)
	bad.Add(0)
	require.Error(t, c.Models(context.Background(), bad, nil, nil, func([]bool) bool { return true }))
	require.Error(t, c.Models(context.Background(), f, []Lit{9}, nil, func([]bool) bool { return true }))
	broken := command(t, "echo s UNSATISFIABLE; echo 0 > {proof}")
	require.EqualError(t, broken.Refute(context.Background(), f, nil, brokenWriter{}),
		`SAT solver "echo s UNSATISFIABLE; echo 0 > {proof}": its proof: the disk is full`)
}

// A binary proof is copied as the same proof in text.
func TestBinaryProofs(t *testing.T) {
	var binaryProof []byte
	want := ""
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 300 {
		kind := byte('a')
		if i%7 == 3 {
			kind = 'd'
			want += "d "
		}
		binaryProof = append(binaryProof, kind)
		for range 1 + r.IntN(5) {
			l := Lit(1+r.IntN(1<<r.IntN(28))) * Lit(1-2*r.IntN(2))
			binaryProof = binary.AppendUvarint(binaryProof, uint64(codeOf(l)))
			want += fmt.Sprintf("%d ", l)
		}
		binaryProof = append(binaryProof, 0)
		want += "0\n"
	}
	binaryProof = append(binaryProof, 'a', 0)
	want += "0\n"
	for _, proof := range []string{string(binaryProof) + "aQ", want + "d 1 0\n"} {
		var got bytes.Buffer
		require.NoError(t, copyProof(&got, strings.NewReader(proof)))
		assert.Equal(t, want, got.String())
	}
	var got bytes.Buffer
	require.NoError(t, copyProof(&got, strings.NewReader("1 2 0\n0")), "a last line without its end")
	assert.Equal(t, "1 2 0\n0\n", got.String())
}

func FuzzProofs(f *testing.F) {
	f.Add([]byte("1 2 0\nd 1 0\n0\n"))
	f.Add([]byte("a\x02\x05\x00d\x02\x00a\x00"))
	f.Fuzz(func(t *testing.T, proof []byte) {
		var once, twice bytes.Buffer
		if copyProof(&once, bytes.NewReader(proof)) != nil || isBinary(once.Bytes()[:min(100, once.Len())]) {
			return
		}
		require.NoError(t, copyProof(&twice, bytes.NewReader(once.Bytes())))
		require.Equal(t, once.String(), twice.String())
	})
}

// answers runs a solver, whose exit code is 10 or 20 when it has an answer.
func answers(t *testing.T, path string, args ...string) []byte {
	out, err := exec.Command(path, args...).Output()
	exit := new(exec.ExitError)
	require.True(t, errors.As(err, &exit) && (exit.ExitCode() == 10 || exit.ExitCode() == 20 || exit.ExitCode() == 30),
		"%s: %v\n%s", path, err, out)
	return out
}

func TestAModelCounterCountsTheSame(t *testing.T) {
	path := puzzletest.NeedsProgram(t, "clasp")
	f, _ := permutations(7) // with auxiliary variables
	file := filepath.Join(t.TempDir(), "formula.cnf")
	require.NoError(t, os.WriteFile(file, []byte(written(t, f)), 0o600))
	assert.Contains(t, string(answers(t, path, "-n", "0", "-q", file)), "Models         : 5040")
}
