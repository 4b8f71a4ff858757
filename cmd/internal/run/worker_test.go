package run

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut"
	"crosscut/dlx"
	"crosscut/internal/durable"
	"crosscut/internal/durable/crashfs"
	"crosscut/internal/puzzletest"
	"crosscut/meter"
	"crosscut/puzzle/text"
)

// kings is a puzzle with 784 solutions.
const kings = "puzzle: hidoku\nmoves: king\n_,_,_\n_,_,_\n_,_,_\n"

func problemOf(t *testing.T, content string) Problem {
	t.Helper()
	p, err := text.Parse(content)
	require.NoError(t, err)
	return OfPuzzle(p)
}

func coverOf(t *testing.T, content string) Problem {
	t.Helper()
	p, err := dlx.Read(strings.NewReader(content), "x")
	require.NoError(t, err)
	whole, err := OfCover(p)
	require.NoError(t, err)
	return whole
}

// opens returns a folder and a worker for a problem. The test shortens what others are given.
func opens(t *testing.T, dir string, p Problem, kind Kind, first int) *Worker {
	t.Helper()
	f, tree, err := Open(t.Context(), dir, p, kind, first, 4)
	require.NoError(t, err)
	t.Cleanup(func() { f.Close() })
	e, err := p.Choose(Engine{})
	require.NoError(t, err)
	return &Worker{Folder: f, Tree: tree, Engine: e, Meter: &meter.Meter{Workers: 2}, lease: 300 * time.Millisecond}
}

// isWhole runs a worker to its end, and compares the result with the one that is wanted.
func isWhole(t *testing.T, w *Worker, want Sum) {
	t.Helper()
	sum, err := w.Run(t.Context())
	require.NoError(t, err)
	require.True(t, sum.Equal(want), "%v, not %v", sum, want)
}

// plain returns the sum of a puzzle without cubes, by another engine.
func plain(t *testing.T, content string) Sum {
	t.Helper()
	p, err := text.Parse(content)
	require.NoError(t, err)
	tally, err := crosscut.Enumerate(t.Context(), crosscut.DLX, p, nil)
	require.NoError(t, err)
	return Sum{Count: tally.Count(), Digest: tally.Digest}
}

// families has a puzzle of each family, with some variants.
var families = []string{
	kings,
	"puzzle: hidoku\nmoves: rook\n_,_,_,_\n_,_,_,_\n_,_,_,_\n",
	"puzzle: hidoku\nmoves: knight\n_,_,_,_\n_,_,_,_\n_,_,_,_\n",
	"puzzle: magic\n_,_,_\n_,_,_\n_,_,_\n",
	"puzzle: magic\nlines: associative\n_,_,_\n_,_,_\n_,_,_\n",
	"puzzle: hidoku\n1,2\n_,_\n",
	"puzzle: magic\n_,_\n_,_\n", // no solution
}

// runsOfAllKinds runs all kinds with three processes, and returns the solutions. Later processes only read.
func runsOfAllKinds(t *testing.T, p Problem, first int, whole Sum) (all []string) {
	for _, kind := range []Kind{Count, Digest, Solutions} {
		want, dir := whole, t.TempDir()
		if kind == Count {
			want.Digest = crosscut.Digest{}
		}
		var running sync.WaitGroup
		for range 3 {
			w := opens(t, dir, p, kind, first)
			running.Go(func() {
				sum, err := w.Run(t.Context())
				assert.NoError(t, err)
				assert.True(t, sum.Equal(want), "%s: %v, not %v", p.Text(), sum, want)
			})
		}
		running.Wait()
		late := opens(t, dir, p, kind, 0)
		late.Tree = nil
		isWhole(t, late, want)
		sum, whole, damaged, err := late.Folder.Check()
		require.NoError(t, err)
		require.True(t, whole && damaged == 0 && sum.Equal(want))
		if kind == Solutions {
			all = solutionsOf(t, late.Folder)
		}
	}
	return all
}

// TestARunFindsWhatAPlainSearchFinds has each family and a draughtboard.
func TestARunFindsWhatAPlainSearchFinds(t *testing.T) {
	t.Parallel()
	board, err := os.ReadFile("../../../testdata/draughtboard/d05-3.txt")
	require.NoError(t, err)
	for _, content := range append(slices.Clone(families), string(board)) {
		want, p := plain(t, content), problemOf(t, content)
		all := runsOfAllKinds(t, p, 20, want)
		alone := opens(t, t.TempDir(), p, Solutions, 20)
		alone.By, alone.Meter.Workers = crosscut.SAT, 1
		isWhole(t, alone, want)
		require.Equal(t, all, solutionsOf(t, alone.Folder), "the order is that of the cubes, whoever finds them")
		require.Len(t, all, int(want.Number().Int64()))
	}
}

func solutionsOf(t *testing.T, f *Folder) (all []string) {
	t.Helper()
	require.NoError(t, f.Solutions(func(s []int) error {
		all = append(all, fmt.Sprint(s))
		return nil
	}))
	return all
}

// TestARunOfCoversFindsThemAll counts an exact cover, first without cubes.
func TestARunOfCoversFindsThemAll(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile("../../../testdata/cover/queens-8.dlx")
	require.NoError(t, err)
	whole := coverOf(t, string(content))
	require.Len(t, runsOfAllKinds(t, whole, 30, sumOfCovers(t, whole)), 92)
	w := opens(t, t.TempDir(), whole, Count, 30)
	w.Whole = func(ctx context.Context) (*big.Int, error) { return whole.(ofCover).problem.Count(ctx, nil) }
	isWhole(t, w, Sum{Count: big.NewInt(92)})
	require.Zero(t, len(w.held))
}

// finishedRun returns a finished run of kings, its journal and the file with its solutions.
func finishedRun(t *testing.T, kind Kind) (dir, journal, solutions string) {
	t.Helper()
	dir = t.TempDir()
	w := opens(t, dir, problemOf(t, kings), kind, 4)
	w.Meter.Workers = 1
	_, err := w.Run(t.Context())
	require.NoError(t, err)
	require.NoError(t, w.Folder.Close())
	journal = filepath.Join(dir, journals, w.Folder.Name+lines)
	return dir, journal, strings.TrimSuffix(journal, lines) + texts
}

// TestOnlyWholeLinesCount cuts a journal at each byte, as a crash may, puts zeros there, as a loss of
// power may, and changes each byte. Every other line counts, and no damaged one.
func TestOnlyWholeLinesCount(t *testing.T) {
	t.Parallel()
	dir, journal, _ := finishedRun(t, Digest)
	h, _, err := peek(dir)
	require.NoError(t, err)
	text, err := os.ReadFile(journal)
	require.NoError(t, err)
	all := bytes.SplitAfter(text, []byte("\n"))
	read := func(text []byte) (found []string) {
		fsys := crashfs.New(1)
		fsys.Set("run/journals/a.jsonl", string(text))
		f, err := joinOn(fsys, "run", h)
		require.NoError(t, err)
		require.NoError(t, f.Restart(func(e *Entry) error {
			line, err := lineOf(f.first, e)
			require.NoError(t, err)
			found = append(found, string(line))
			return nil
		}))
		return found
	}
	want := read(text)
	require.Len(t, want, len(all)-2) // without the header and what follows the last line
	require.Equal(t, slices.Concat(want, want), read(slices.Concat(text, make([]byte, 3*maxLine), []byte("\n"), text)), "many zeros")
	for at := range text {
		whole := bytes.Count(text[:at], []byte("\n")) - 1
		require.Equal(t, want[:max(0, whole)], append([]string{}, read(text[:at])...), "cut at %d", at)
		require.Equal(t, want[:max(0, whole)], append([]string{}, read(slices.Concat(text[:at], make([]byte, 30)))...), "zeros at %d", at)
		changed := read(slices.Concat(text[:at], []byte{text[at] ^ 1}, text[at+1:]))
		for _, line := range changed {
			require.Contains(t, want, line, "changed at %d", at)
		}
		require.GreaterOrEqual(t, len(changed), len(want)-2, "the change of a line's end damages two")
	}
}

// TestDamageIsFoundAgain cuts the journal of a finished run in several places, puts zeros there and
// changes bytes. It does the same to the solutions. The next process finds what is missing, and nothing
// else.
func TestDamageIsFoundAgain(t *testing.T) {
	t.Parallel()
	want, p := plain(t, kings), problemOf(t, kings)
	dir, journal, solutions := finishedRun(t, Solutions)
	order := solutionsOf(t, opens(t, dir, p, Solutions, 0).Folder)
	parts := puzzletest.Often(8, 40)
	for _, name := range []string{journal, solutions} {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		step := len(text)/parts + 1
		other, err := os.ReadFile(map[bool]string{true: solutions, false: journal}[name == journal])
		require.NoError(t, err)
		for at := 0; at < len(text); at += step {
			for what, damaged := range map[string][]byte{
				"cut": text[:at], "zeros": append(slices.Clone(text[:at]), make([]byte, 40)...),
				"changed": slices.Concat(text[:at], []byte{text[at] ^ 1}, text[at+1:]),
			} {
				dir := t.TempDir()
				require.NoError(t, os.Mkdir(filepath.Join(dir, journals), 0o700))
				j, s := damaged, other
				if name == solutions {
					j, s = other, damaged
				}
				require.NoError(t, os.WriteFile(filepath.Join(dir, journals, filepath.Base(journal)), j, 0o600))
				require.NoError(t, os.WriteFile(filepath.Join(dir, journals, filepath.Base(solutions)), s, 0o600))
				w := opens(t, dir, p, Solutions, 4)
				isWhole(t, w, want)
				require.Equal(t, order, solutionsOf(t, w.Folder), "%s at %d", what, at)
				sum, whole, _, err := w.Folder.Check()
				require.NoError(t, err)
				require.True(t, whole && sum.Equal(want), "%s at %d", what, at)
				require.NoError(t, w.Folder.Close())
				_, err = Look(dir) // another process knows the run, too
				require.NoError(t, err, "%s at %d", what, at)
			}
		}
	}
}

// TestACrashLosesNothingThatCounts ends a process that adds entries at each operation, by a kill and by
// a loss of power. What the next one reads is right, and has all that was there at the last sync.
func TestACrashLosesNothingThatCounts(t *testing.T) {
	t.Parallel()
	h := Header{Kind: Solutions, Cubes: 5, Asked: 5, Cut: 4, Plan: 1}
	text := func(i int) []byte { return []byte(strings.Repeat(fmt.Sprintln(i, "is a solution"), i+1)) }
	for seed := range uint64(30) {
		for _, powerCut := range []bool{false, true} {
			for n, done := 1, false; !done; n++ {
				fsys, synced := crashfs.New(seed), 0
				fsys.StopAfter(n)
				f, err := joinOn(fsys, "run", h)
				for i := 0; i < 5 && err == nil; i++ {
					e := Entry{Path: fmt.Sprint(i), Count: big.NewInt(int64(i + 1)), Digest: strings.Repeat("0", 32), Engine: "x"}
					if err = f.Add(t.Context(), e, text(i)); err == nil && i%2 == 1 {
						if err = f.Sync(); err == nil {
							synced = i + 1
						}
					}
				}
				done = !fsys.Stopped()
				fsys.Restart(powerCut)
				f, err = joinOn(fsys, "run", h)
				require.NoError(t, err)
				read := 0
				require.NoError(t, f.Restart(func(e *Entry) error {
					got, err := f.solutionsOf(e)
					if err == nil {
						require.Equal(t, string(text(read)), string(got))
					} else {
						require.GreaterOrEqual(t, read, synced)
					}
					require.Equal(t, fmt.Sprint(read), e.Path)
					read++
					return nil
				}))
				require.GreaterOrEqual(t, read, synced, "seed %d, operation %d", seed, n)
			}
		}
	}
}

// fullDisk is a file system that has no room until room says so.
type fullDisk struct {
	durable.FS
	room func() int
}

type fullFile struct {
	durable.File
	room func() int
}

func (f fullFile) Write(text []byte) (int, error) {
	if room := f.room(); room < len(text) {
		n, _ := f.File.Write(text[:max(0, room)])
		return n, syscall.ENOSPC
	}
	return f.File.Write(text)
}

func (d fullDisk) Append(name string) (durable.File, error) {
	file, err := d.FS.Append(name)
	return fullFile{file, d.room}, err
}

// TestAFullDiskGetsRoomAgain has room for a few bytes more at every other write only.
func TestAFullDiskGetsRoomAgain(t *testing.T) {
	t.Parallel()
	want := plain(t, kings)
	w := opens(t, t.TempDir(), problemOf(t, kings), Solutions, 3)
	writes, said := 0, 0
	w.Folder.fsys = fullDisk{durable.OS, func() int {
		if writes++; writes%4 == 2 {
			return writes // torn
		}
		return 1 << 30
	}}
	w.Folder.Note = func(string) { said++ }
	isWhole(t, w, want)
	assert.Positive(t, said)
	require.Len(t, solutionsOf(t, w.Folder), 784)
	full := opens(t, t.TempDir(), problemOf(t, kings), Solutions, 3)
	full.Folder.fsys = fullDisk{durable.OS, func() int { return 0 }}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	_, err := full.Run(ctx)
	require.ErrorIs(t, err, syscall.ENOSPC)
}

// TestOtherRunsAreRefused changes one thing at a time.
func TestOtherRunsAreRefused(t *testing.T) {
	t.Parallel()
	dir, journal, _ := finishedRun(t, Digest)
	was, there, err := peek(dir)
	require.NoError(t, err)
	require.True(t, there)
	for want, change := range map[string]func(*Header){
		"the run of another puzzle":                                  func(h *Header) { h.Puzzle = "x" },
		"the run finds a digest, not a number":                       func(h *Header) { h.Kind = Count },
		"the run finds a digest, not all solutions":                  func(h *Header) { h.Kind = Solutions },
		"the run has --cubes 4, not 5":                               func(h *Header) { h.Asked = 5 },
		"the run of a crosscut that cuts puzzles into other cubes":   func(h *Header) { h.Plan++ },
		"the run of a crosscut that cuts puzzles into other cubes\n": func(h *Header) { h.Split = "x" },
	} {
		h := was
		change(&h)
		_, err := Join(dir, h)
		require.EqualError(t, err, dir+": "+strings.TrimSpace(want))
	}
	for _, change := range []func(*Header){func(h *Header) { h.Version++ }, func(h *Header) { h.Format = "crosscut cubes" }} {
		h, other := was, t.TempDir()
		change(&h)
		line, err := lineOf(nil, h)
		require.NoError(t, err)
		require.NoError(t, os.Mkdir(filepath.Join(other, journals), 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(other, journals, "a"+lines), line, 0o600))
		_, err = Join(other, was)
		require.ErrorIs(t, err, errFormat)
	}
	// A journal of another run that comes later is refused too.
	w := opens(t, dir, problemOf(t, kings), Digest, 0)
	h := was
	h.Puzzle = "x"
	line, err := lineOf(nil, h)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, journals, "zz"+lines), line, 0o600))
	_, err = w.Run(t.Context())
	require.ErrorContains(t, err, "the run of another puzzle")
	_, err = Look(journal)
	require.ErrorContains(t, err, "is a file")
	_, err = Look(t.TempDir())
	require.ErrorContains(t, err, "has no run")
	_, err = Look(filepath.Dir(journal) + "/../..")
	require.ErrorContains(t, err, "has other files and no run")
}

// TestResultsMustAgree adds a second outcome of a cube to a finished run: an equal one, and wrong ones.
func TestResultsMustAgree(t *testing.T) {
	t.Parallel()
	p := problemOf(t, kings)
	for _, test := range []struct {
		name string
		add  func(e Entry, parts []Entry) []Entry
		want string
	}{
		{"again", func(e Entry, _ []Entry) []Entry { return []Entry{e} }, ""},
		{"another number", func(e Entry, _ []Entry) []Entry {
			e.Count = big.NewInt(1 + e.Count.Int64())
			return []Entry{e}
		}, "cube 1 differ"},
		{"another digest", func(e Entry, _ []Entry) []Entry {
			e.Digest = strings.Repeat("a", 32)
			return []Entry{e}
		}, "cube 1 differ"},
		{"its parts", func(_ Entry, parts []Entry) []Entry { return parts }, ""},
		{"its parts, from the last one", func(_ Entry, parts []Entry) []Entry { slices.Reverse(parts); return parts }, ""},
		{"wrong parts", func(_ Entry, parts []Entry) []Entry {
			parts[1].Count = big.NewInt(1 + parts[1].Count.Int64())
			return parts
		}, "cube 1 differ"},
		{"other parts", func(_ Entry, parts []Entry) []Entry {
			again := parts[0]
			again.Split++
			return []Entry{parts[0], again}
		}, "cube 1 differ"},
	} {
		dir, _, _ := finishedRun(t, Digest)
		w := opens(t, dir, p, Digest, 0)
		var one Entry
		require.NoError(t, w.Folder.Each(func(e *Entry) error {
			if e.Path == "1" {
				one = *e
			}
			return nil
		}))
		n, err := w.Tree.Children(t.Context(), "1")
		require.NoError(t, err)
		parts := []Entry{{Path: "1", Split: n, Engine: "cut"}}
		for i := range n {
			e, _, err := Search(t.Context(), w.Tree, string(Path("1").Child(i)), Digest, Ask{Engine: Engine{Name: "dlx"}, Meter: new(meter.Meter)}, func() time.Duration { return time.Hour }, 0)
			require.NoError(t, err)
			parts = append(parts, e)
		}
		for _, e := range test.add(one, parts) {
			e.Engine = "second"
			require.NoError(t, w.Folder.Add(t.Context(), e, nil))
		}
		require.NoError(t, w.Folder.Close())
		_, err = opens(t, dir, p, Digest, 0).Run(t.Context())
		_, _, _, checked := opens(t, dir, p, Digest, 0).Folder.Check()
		if test.want == "" {
			require.NoError(t, err, test.name)
			require.NoError(t, checked, test.name)
			continue
		}
		for _, err := range []error{err, checked} {
			require.ErrorAs(t, err, new(*crosscut.DisagreementError), test.name)
			require.ErrorContains(t, err, test.want, test.name)
			require.ErrorContains(t, err, "second", test.name)
		}
	}
}

// leaves makes what a process leaves behind that dies with these claims. Its clock is wrong.
func leaves(t *testing.T, dir, name, host string, wrong time.Duration, held ...string) {
	t.Helper()
	for _, sub := range []string{claims, workers, journals} {
		require.NoError(t, os.MkdirAll(filepath.Join(dir, sub), 0o700))
	}
	text, err := json.Marshal(sign{Host: host, PID: 1 << 30, Jobs: 1, Holds: held})
	require.NoError(t, err)
	files := map[string]string{filepath.Join(dir, workers, name): string(text)}
	for _, c := range held {
		files[filepath.Join(dir, claims, c)] = name
	}
	for file, text := range files {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o600))
		at := time.Now().Add(wrong)
		require.NoError(t, os.Chtimes(file, at, at))
	}
}

// TestCubesOfTheDeadAreTakenOver has workers on other machines whose clocks are minutes off, one on this
// machine, one that left no file, and a claim without a name.
func TestCubesOfTheDeadAreTakenOver(t *testing.T) {
	t.Parallel()
	want, p := plain(t, kings), problemOf(t, kings)
	host, err := os.Hostname()
	require.NoError(t, err)
	dir := t.TempDir()
	leaves(t, dir, "fast", "elsewhere", 10*time.Minute, "0", "3", "3~1")
	leaves(t, dir, "slow", "elsewhere", -10*time.Minute, "1")
	leaves(t, dir, "here", host, 0, "2")
	leaves(t, dir, "gone", "elsewhere", 0, "4")
	require.NoError(t, os.Remove(filepath.Join(dir, workers, "gone")))
	require.NoError(t, os.WriteFile(filepath.Join(dir, claims, "5"), nil, 0o600))
	w := opens(t, dir, p, Digest, 8)
	begin := time.Now()
	isWhole(t, w, want)
	assert.GreaterOrEqual(t, time.Since(begin), w.lease, "the silent ones had their time")
	left, err := os.ReadDir(filepath.Join(dir, claims))
	require.NoError(t, err)
	assert.Empty(t, left, "claims go with the run")
}

// TestALivingWorkerKeepsItsCubes has a worker whose clock is wrong and that changes its file, until it
// dies.
func TestALivingWorkerKeepsItsCubes(t *testing.T) {
	t.Parallel()
	want, dir := plain(t, kings), t.TempDir()
	leaves(t, dir, "other", "elsewhere", -time.Hour, "1")
	const lives = time.Second
	ctx, cancel := context.WithTimeout(t.Context(), lives)
	defer cancel()
	var living sync.WaitGroup
	pause := time.Duration(0) // the longest between two signs of life: a busy machine may take its time
	living.Go(func() {
		last := time.Now()
		for n := 0; ctx.Err() == nil; n++ {
			text, _ := json.Marshal(sign{Host: "elsewhere", Jobs: 1, Beat: n})
			assert.NoError(t, os.WriteFile(filepath.Join(dir, workers, "other"), text, 0o600))
			pause, last = max(pause, time.Since(last)), time.Now()
			time.Sleep(20 * time.Millisecond)
		}
	})
	begin, w := time.Now(), opens(t, dir, problemOf(t, kings), Digest, 8)
	isWhole(t, w, want)
	took := time.Since(begin)
	living.Wait()
	assert.True(t, took >= lives || pause > w.lease/2, "%v, and at most %v without a sign", took, pause)
}

// TestADeadlyCubeComesLast has a cube of which three processes have died, and then a fourth one.
func TestADeadlyCubeComesLast(t *testing.T) {
	t.Parallel()
	want, p := plain(t, kings), problemOf(t, kings)
	dir := t.TempDir()
	leaves(t, dir, "dead", "elsewhere", 0, "1", "1~1", "1~2")
	w := opens(t, dir, p, Digest, 8)
	isWhole(t, w, want)
	last := ""
	require.NoError(t, w.Folder.Each(func(e *Entry) error { last = e.Path; return nil }))
	assert.True(t, last == "1" || strings.HasPrefix(last, "1."), "it comes last")

	// A process of which others know that it died of the cube too: nobody who was there tries again.
	dir = t.TempDir()
	leaves(t, dir, "dead", "elsewhere", 0, "1", "1~1", "1~2")
	w = opens(t, dir, p, Digest, 8)
	w.Tree = watched{w.Tree, func(path Path) {
		if path == "0" {
			leaves(t, dir, "fourth", "elsewhere", 0, "1~3")
		}
	}}
	_, err := w.Run(t.Context())
	require.ErrorAs(t, err, new(*MissingError))
	require.ErrorIs(t, err, meter.ErrLimit)
	require.ErrorContains(t, err, "cube 1 died")
	s, err := w.Folder.Status()
	require.NoError(t, err)
	assert.False(t, s.Complete)
	assert.Equal(t, 1, s.Left)
	isWhole(t, opens(t, dir, p, Digest, 8), want) // whoever joins tries it once
}

// watched is a tree that says which cube is searched next.
type watched struct {
	Tree
	next func(path Path)
}

func (w watched) Search(ctx context.Context, path Path, ask Ask) Result {
	w.next(path)
	return w.Tree.Search(ctx, path, ask)
}

// TestWhoSearchesHearsOfTheOthers has a process whose only job searches its first cube until others have
// finished the rest. Meanwhile it learns that little is left, so that it cuts the cube soon.
func TestWhoSearchesHearsOfTheOthers(t *testing.T) {
	t.Parallel()
	want, p, dir := plain(t, kings), problemOf(t, kings), t.TempDir()
	w := opens(t, dir, p, Digest, 100)
	helper := opens(t, dir, p, Digest, 100)
	w.Meter.Workers = 1
	var first sync.Once
	var other sync.WaitGroup
	w.Tree = watched{w.Tree, func(Path) {
		first.Do(func() {
			other.Go(func() {
				sum, err := helper.Run(t.Context())
				assert.NoError(t, err)
				assert.True(t, sum.Equal(want))
			})
			assert.Greater(t, time.Duration(w.pace.Load()), LeastBudget, "much is left")
			assert.Eventually(t, func() bool { return time.Duration(w.pace.Load()) == LeastBudget }, time.Minute, time.Millisecond)
		})
	}}
	isWhole(t, w, want)
	other.Wait()
}

// TestLongCubesAreCut forecasts that every cube takes long, and has little room for solutions.
func TestLongCubesAreCut(t *testing.T) {
	t.Parallel()
	w := opens(t, t.TempDir(), problemOf(t, kings), Solutions, 2)
	ask := Ask{Engine: w.Engine, Meter: new(meter.Meter)}
	e, _, err := Search(t.Context(), w.Tree, "0", Solutions, ask, func() time.Duration { return time.Hour }, 100)
	require.NoError(t, err)
	assert.Greater(t, e.Split, 1, "too many solutions")
	require.NoError(t, newDesk(w.Folder, time.Hour).open())
	require.NoError(t, w.Folder.Add(t.Context(), e, nil))
	isWhole(t, opens(t, w.Folder.dir, problemOf(t, kings), Solutions, 2), plain(t, kings))
}

// TestAReadOnlyFolderIsRead reads a finished run and refuses to go on with an unfinished one.
func TestAReadOnlyFolderIsRead(t *testing.T) {
	t.Parallel()
	if os.Geteuid() == 0 {
		t.Skip("root may write everywhere")
	}
	dir, journal, _ := finishedRun(t, Digest)
	require.NoError(t, os.Chmod(filepath.Join(dir, journals), 0o500))
	t.Cleanup(func() { os.Chmod(filepath.Join(dir, journals), 0o700) })
	isWhole(t, opens(t, dir, problemOf(t, kings), Digest, 0), plain(t, kings))
	require.NoError(t, os.Chmod(journal, 0o600))
	require.NoError(t, os.Truncate(journal, 500))
	_, err := opens(t, dir, problemOf(t, kings), Digest, 4).Run(t.Context())
	require.ErrorIs(t, err, os.ErrPermission)
}

// TestAJournalThatIsNoFileIsNamed has a folder in the place of a journal. A pipe is refused in the same way.
func TestAJournalThatIsNoFileIsNamed(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, journals, "x"+lines)
	require.NoError(t, os.MkdirAll(name, 0o755))
	_, err := Look(dir)
	assert.EqualError(t, err, name+": not a regular file")
	_, there, err := peek(dir)
	assert.Error(t, err)
	assert.False(t, there, "nobody has read which run it is")
}

// A folder whose journals cannot be listed may be a run, too.
func TestAFileInThePlaceOfTheJournalsIsAnError(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, journals), nil, 0o600))
	_, there, err := peek(dir)
	assert.Error(t, err)
	assert.False(t, there)
}

// The place of a text is where it begins, also behind a piece that failed.
func TestATextBehindAFailedPieceHasItsPlace(t *testing.T) {
	name := filepath.Join(t.TempDir(), "journal")
	a := &appender{fsys: durable.OS, name: name}
	for i, text := range []string{"one\n", "two\n", "three\n"} {
		at, err := a.write([]byte(text))
		require.NoError(t, err)
		content, err := os.ReadFile(name)
		require.NoError(t, err)
		require.Equal(t, text, string(content[at:]))
		if i == 1 {
			require.NoError(t, os.WriteFile(name, append(content, "pie"...), 0o600))
		}
	}
	require.NoError(t, a.file.Close())
}
