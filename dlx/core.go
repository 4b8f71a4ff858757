package dlx

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"crosscut/dlx/internal/cores"
	"crosscut/dlx/internal/model"
	"crosscut/internal/base"
	"crosscut/meter"
)

// Core names one of the searches behind [Problem.SolveWith]. All cores find the same
// covers. The zero value stands for [Auto]. [Cores] lists them:
//
//   - "sparse" is Knuth's Algorithm C with the live options of each item in a sparse set. Memory is linear
//     in the elements. The search begins as soon as they are laid out.
//   - "bitset" keeps the live options as one bitset. For each option it has the set of
//     all options that conflict with it. Memory grows with the square of the number of
//     options. A move costs an instruction or two for each 64 options, live or not. It
//     costs next to nothing for each option that it hides. So it suits problems whose
//     moves hide many options. On packings, Soma, paths and small queens it took 1/2 to
//     1/15 of the time of sparse. For queens on 64 by 64 it took nearly twice as long.
//   - "ahead" removes, in each state, every option that would leave some item without
//     options. It learns from failures which items to branch on. Memory is linear in the
//     elements. It suits problems with few covers in which one choice leads to the next,
//     such as numbered paths of 100 cells and more: there it visits a thousandth of the
//     nodes. On packings it takes ten times as long as bitset, on Langford pairs six
//     times, on queens three times. Covers come in an order of their own. It uses one
//     worker.
//   - "links" is dancing links as Knuth published them: algorithm C, and algorithm M where items have
//     multiplicities. It has no techniques, uses one worker, and takes two to twenty times as long as
//     the best core. It is there to be read, and to test the other cores.
type Core string

// Auto picks a core. It is bitset for problems of up to 1,024 options, and for larger ones
// whose options exclude many others. Otherwise it is sparse. The tables of bitset must take at
// most 512 MiB, or 32 MiB in a process with a limit of memory. Beyond 1,024 options they are
// made only if sparse settles nothing in about the time that they take. From 2,048
// nodes on, Auto may find that looking ahead pays. Then it goes on as ahead, if an option
// does not exclude very many others. If the meter says that few covers are wanted, Auto restarts long
// searches, and ahead takes turns with them.
const Auto Core = "auto"

const (
	sparse Core = "sparse"
	bitset Core = "bitset"
	ahead  Core = "ahead"
	links  Core = "links"
)

// refused says that a core cannot solve a problem.
func refused(core Core, why string) error {
	return fmt.Errorf("dlx: core %v cannot solve this problem: %s", core, why)
}

// SolveWith is [Problem.Solve] with a core of the caller's choice. It returns nil only when there are no
// more covers, and [meter.ErrStopped] when yield returned false.
//
// It fails when that core cannot solve the problem. [Auto] solves every valid problem. Bitset
// cannot where its tables would take more than 1 GiB. Only Auto and links can solve a problem
// with multiplicities.
//
// Without a receiver, that is with yield = nil, the covers are only counted: see
// [meter.Meter.Stats]. The search takes the same steps, and less time where there are many covers.
//
// [meter.Meter.Used] names the cores that searched.
func (p *Problem) SolveWith(ctx context.Context, core Core, m *meter.Meter, yield func(options []int) bool) error {
	if err := p.fault(); err != nil {
		return err
	}
	if core = cmp.Or(core, Auto); !slices.Contains(Cores(), core) {
		return fmt.Errorf("dlx: there is no core %q: it is %s", string(core), base.Choice(base.Strings(Cores())))
	}
	unread := yield == nil
	if unread {
		yield = func([]int) bool { return true }
	}
	switch several := p.HasMultiplicities(); {
	case several && core == Auto:
		return solveMulti(ctx, &p.data, nil, m, yield)
	case several && core != links:
		return refused(core, "an item has another multiplicity than 1")
	}
	run := meter.Start(ctx, m)
	defer run.Close()
	if core == bitset && p.data.BitsetBytes() > model.MostBytes {
		return refused(core, fmt.Sprintf("the conflicts of %d options take more than %d MiB", p.Options(), model.MostBytes>>20))
	}
	switch core {
	case ahead:
		a, err := cores.NewAhead(&p.data, run)
		if err != nil {
			return err
		}
		run.Use(cores.Name)
		return a.Solve(nil, 0, 1, yield)
	case links:
		l, err := cores.NewLinks(&p.data, run)
		if err != nil {
			return err
		}
		run.Use(string(core))
		return l.Solve(yield)
	}
	return p.solveTree(core, run, unread, yield)
}

// solveTree solves with sparse or bitset. Auto is the one that suits the problem, with restarts and
// with trials of looking ahead.
func (p *Problem) solveTree(core Core, run *meter.Run, unread bool, yield func(options []int) bool) error {
	auto, crowded := core == Auto, false
	if auto {
		core, crowded = suited(&p.data)
		if core == bitset && p.Options() > fewOptions {
			if done, err := p.solveBriefly(run, unread, yield); done {
				return err
			}
		}
	}
	var s cores.Core
	var parts *cores.Parts
	if core == bitset {
		b := cores.NewBitset(&p.data, run)
		s, parts = b, &b.Parts
	} else {
		t, err := cores.NewSparse(&p.data, run)
		if err != nil {
			return err
		}
		s, parts = t, &t.Parts
	}
	parts.Order.Unread = unread
	if auto {
		parts.Restart = cores.NewRestart(&p.data, run, unread)
	}
	if auto && !crowded {
		parts.Trial = cores.NewTrial(&p.data, run)
	}
	return cores.Drive(string(core), s, parts, run, yield)
}

// solveBriefly searches with sparse for about as long as it takes to make the tables of bitset. It reports
// whether the search has ended by then, or has found all wanted covers. If not, nothing was handed out, so
// another search can start.
func (p *Problem) solveBriefly(run *meter.Run, unread bool, yield func(options []int) bool) (done bool, err error) {
	s, err := cores.NewSparse(&p.data, run)
	if err != nil {
		return true, err
	}
	nodes := int64(briefNodes) * int64(p.data.BitsetBytes()) / smallBytes
	s.Order.Unread, s.Split = unread, nodes
	before := run.Solutions
	var covers [][]int
	handOut := func() bool {
		done = true
		run.Use(string(sparse))
		for i, cover := range covers {
			if !yield(cover) {
				run.Solutions = before + int64(i) + 1
				return false
			}
		}
		return true
	}
	err = s.Search(func(options []int) bool {
		if done {
			return yield(options)
		}
		covers = append(covers, slices.Clone(options))
		if len(covers) == run.Meter.Wanted {
			s.Split = 0
			return handOut()
		}
		return len(covers) <= briefNodes
	})
	switch {
	case done:
	case errors.Is(err, cores.ErrSplit) || errors.Is(err, meter.ErrStopped):
		run.Solutions = before
		return false, nil
	case !handOut():
		return true, meter.ErrStopped
	}
	return true, err
}

// suited returns the core that Auto begins with. Bitset is faster where an option excludes many
// others for each word of a set of options: some by primary items, more by all items. Tables of
// more than smallBytes pay only where it excludes still more. Problems where it excludes twice as many are
// crowded: a choice hides so much that looking ahead finds little, but it refutes single parts well enough
// to win a trial. On magic boards an option excludes 18 to 34 for each word, on numbered paths of 100 cells
// 8 to 12, on packings of hexominoes 4 to 12, where sparse is as fast. Time O(elements).
func suited(p *model.Problem) (core Core, crowded bool) {
	if !suiting.On() {
		return sparse, false
	}
	options, bytes := p.Options(), p.BitsetBytes()
	if options <= fewOptions {
		return bitset, false
	}
	most := autoBytes
	if base.MemoryIsLimited() {
		most = smallBytes
	}
	words := (options + 63) / 64
	meetings := meetings(p) / options / words
	conflicts := meetings + disagreements(p)/options/words
	crowded = conflicts >= 2*worthWithColours
	switch {
	case bytes > most:
		return sparse, crowded
	case conflicts >= worthOfLarge, bytes <= smallBytes && (meetings >= worthOfAWord || conflicts >= worthWithColours):
		return bitset, crowded
	}
	return sparse, crowded
}

// meetings returns the number of pairs of options that share a primary item, for each such item.
// Time O(elements).
func meetings(p *model.Problem) (n int) {
	degrees := make([]int, p.Primary)
	for _, e := range p.Elements {
		if int(e.Item) < p.Primary {
			degrees[e.Item]++
		}
	}
	for _, d := range degrees {
		n += d * d
	}
	return n
}

// disagreements returns the number of pairs of options that disagree about a secondary item,
// for each such item. Time O(elements).
func disagreements(p *model.Problem) (n int) {
	uses, agreeing := make([]int, p.Secondary), map[model.Element]int{}
	for _, e := range p.Elements {
		if int(e.Item) >= p.Primary {
			uses[int(e.Item)-p.Primary]++
			if e.Colour != 0 {
				agreeing[e]++
			}
		}
	}
	for _, u := range uses {
		n += u * u
	}
	for _, a := range agreeing {
		n -= a * a
	}
	return n
}

// Cores returns all cores, [Auto] first.
func Cores() []Core { return []Core{Auto, sparse, bitset, ahead, links} }
