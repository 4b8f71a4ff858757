package serve

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"crosscut"
	"crosscut/internal/base"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// Count is the object of a count.
type Count struct {
	File     string   `json:"file"`
	Count    *big.Int `json:"count"`            // a number of any size
	Complete bool     `json:"complete"`         // the count is exact; otherwise it is a lower bound
	Digest   string   `json:"digest,omitempty"` // of the set of solutions, if asked for
	Stop
}

// Text returns the count with "+" if it is a lower bound, and the digest if there is one.
func (c Count) Text() string {
	text := c.Count.String()
	if !c.Complete {
		text += "+"
	}
	if c.Digest != "" {
		text += " " + c.Digest
	}
	return text + "\n"
}

// checkCounting rejects options of a count that do not go together.
func checkCounting(given map[string]string) error {
	chosen := 0
	for _, name := range []string{"up-to-symmetry", "stones", "digest"} {
		if options(given).flag(name) {
			chosen++
		}
	}
	if chosen > 1 {
		return errors.New("--up-to-symmetry, --stones and --digest exclude each other")
	}
	return nil
}

// tellCount counts the solutions of a puzzle. With an error, the count is a lower bound.
func tellCount(_ context.Context, a *Asking) error {
	p, o, r := a.File.Puzzle, options(a.Options), Count{File: a.File.Name}
	err := a.Watch(a.Engine.Name, func(ctx context.Context) (err error) {
		switch {
		case o.flag("stones"):
			r.Count, err = countStones(ctx, a.Engine, p, a.Meter)
		case o.flag("digest"):
			var t crosscut.Tally
			t, err = crosscut.Enumerate(ctx, a.Engine, p, a.Meter)
			r.Count, r.Digest = t.Count(), t.Digest.String()
		case o.flag("up-to-symmetry"):
			r.Count, err = crosscut.CountUpToSymmetry(ctx, a.Engine, p, a.Meter)
		default:
			r.Count, err = crosscut.Count(ctx, a.Engine, p, a.Meter)
		}
		return err
	})
	r.Complete = err == nil
	r.Because(err)
	told := Told{Object: r}
	switch {
	case !people, r.Count.Sign() == 0 && NotSearched(err):
	case a.Several:
		told.Text = r.File + ": " + r.Text()
	default:
		told.Text = r.Text()
	}
	return cmp.Or(a.Say(told), err)
}

// countStones counts the sets of stones that fill a draughtboard. It remembers each of them.
func countStones(ctx context.Context, e crosscut.Engine, p puzzle.Puzzle, m *meter.Meter) (*big.Int, error) {
	d, ok := p.(*puzzle.Draughtboard)
	if !ok {
		return new(big.Int), errors.New("--stones is for draughtboards")
	}
	kinds, sets := d.Kinds(), make(map[string]bool)
	lies := make([]bool, len(kinds)+1) // by the number of a stone
	used := make([]byte, 2*len(kinds)) // by kind: how many lie, of 16,384 at most
	err := e.Search(ctx, p, m, func(s puzzle.Solution) bool {
		clear(lies)
		clear(used)
		for _, stone := range s {
			lies[max(stone, -stone)] = stone != puzzle.Bare
		}
		for i, first := range kinds {
			if lies[i+1] {
				binary.LittleEndian.PutUint16(used[2*first:], binary.LittleEndian.Uint16(used[2*first:])+1)
			}
		}
		sets[string(used)] = true
		return true
	})
	return big.NewInt(int64(len(sets))), err
}

// Unique is the object of the verdict whether there is exactly one solution.
type Unique struct {
	File         string    `json:"file"`
	Unique       *bool     `json:"unique"`                   // null when a limit came first
	Solutions    string    `json:"solutions,omitempty"`      // none, one or several; absent when a limit came first
	Boards       [][][]any `json:"boards"`                   // the rows of at most two solutions
	Differ       []string  `json:"differ,omitempty"`         // the cells in which the two solutions differ
	UpToSymmetry bool      `json:"up_to_symmetry,omitempty"` // symmetric solutions count as one
	Images       int       `json:"images,omitempty"`         // number of solutions in all, if they count as one

	Engines []EngineFound `json:"engines,omitempty"` // what each engine found, if all were asked
	Stop
}

// uniqueness is what a search for two solutions has found.
type uniqueness struct {
	Found  []puzzle.Solution // at most two
	UpTo   bool              // symmetric solutions count as one
	Images int               // number of solutions in all, if UpTo
	Err    error             // why the search ended before it knew, or nil
}

// searchTwo looks for two solutions. search runs an engine. If upTo, symmetric solutions
// count as one.
func searchTwo(p puzzle.Puzzle, upTo bool, search func(func(puzzle.Solution) bool) error) uniqueness {
	u, images := uniqueness{UpTo: upTo}, make(solutionImages)
	u.Err = search(func(s puzzle.Solution) bool {
		if images.Has(s) {
			return true
		}
		u.Found = append(u.Found, slices.Clone(s))
		if upTo {
			images.Add(p, s)
		}
		return len(u.Found) < 2
	})
	if u.Images = len(images); errors.Is(u.Err, meter.ErrStopped) {
		u.Err = nil
	}
	return u
}

// newUnique returns the object of a verdict.
func newUnique(file *text.File, u uniqueness) Unique {
	r := Unique{File: file.Name, Boards: [][][]any{}, UpToSymmetry: u.UpTo}
	if u.UpTo && len(u.Found) == 1 && u.Err == nil {
		r.Images = u.Images
	}
	for _, s := range u.Found {
		r.Boards = append(r.Boards, Rows(file.Puzzle, s))
	}
	r.Differ = CellNames(file.Puzzle, DifferingCells(file.Puzzle, u.Found))
	if unique := len(u.Found) == 1; u.Err == nil {
		r.Unique, r.Solutions = &unique, []string{"none", "one", "several"}[len(u.Found)]
	}
	r.Because(u.Err)
	return r
}

func tellUnique(ctx context.Context, a *Asking) error {
	p, upTo := a.File.Puzzle, !HasNumbers(a.File.Puzzle) // no clue tells symmetric solutions of a draughtboard apart
	if o := options(a.Options); o.has("up-to-symmetry") {
		upTo = o.flag("up-to-symmetry")
	}
	var outcomes []crosscut.Outcome
	u := searchTwo(p, upTo, func(yield func(puzzle.Solution) bool) (err error) {
		if a.Every != nil {
			outcomes, err = a.Every(ctx, yield)
			return err
		}
		return a.Watch(a.Engine.Name, func(ctx context.Context) error { return a.Engine.Search(ctx, p, a.Meter, yield) })
	})
	object := newUnique(a.File, u)
	object.Engines = enginesFound(outcomes)
	told := Told{Object: object, No: u.Err == nil && len(u.Found) != 1}
	if people && (len(u.Found) > 0 || !NotSearched(u.Err)) {
		told.Text = fmt.Sprintf("%s: %s\n", a.File.Name, u.text(p))
		for _, o := range outcomes {
			told.Text += fmt.Sprintf("  %s: %s\n", o.Engine, foundText(o, outcomes))
		}
	}
	return cmp.Or(a.Say(told), u.Err)
}

func (u *uniqueness) text(p puzzle.Puzzle) string {
	switch found := len(u.Found); {
	case u.Err != nil:
		return fmt.Sprintf("not known: %s so far (%s)", base.Plural(found, "solution"), base.OneLine(u.Err))
	case found == 0:
		return "no solution"
	case found == 1 && u.Images > 1:
		return fmt.Sprintf("one solution, up to turning the board (%d in all)", u.Images)
	case found == 1:
		return "exactly one solution"
	}
	differ := DifferingCells(p, u.Found)
	board := func(i int) string { return marked(p, differ, func(c int) int { return u.Found[i][c] }) }
	return fmt.Sprintf("more than one solution; these two differ in %s, marked *\n%s\n%s",
		base.Plural(len(differ), "cell"), board(0), strings.TrimSuffix(board(1), "\n"))
}

// Check is the object of a comparison of the engines.
type Check struct {
	File    string        `json:"file"`
	Verdict string        `json:"verdict"` // agree, stopped, claim or disagree
	Claim   string        `json:"claim"`   // the number of solutions that the file claims, or ?
	Engines []EngineFound `json:"engines"`
	Detail  string        `json:"detail,omitempty"` // the contradiction between the engines
}

// EngineFound is the object of what one engine found.
type EngineFound struct {
	Engine   string   `json:"engine"`
	Count    *big.Int `json:"count"`
	Complete bool     `json:"complete"`
	Digest   string   `json:"digest"`
	Seconds  float64  `json:"seconds"`
	Nodes    int64    `json:"nodes"`
	Confirms int      `json:"confirms,omitempty"` // how many solutions of another engine its encoding admits; it did not find these
	Of       string   `json:"of,omitempty"`       // that engine
	Stop
}

// The verdicts of a comparison.
const (
	verdictAgree    = "agree"
	verdictStopped  = "stopped"  // an engine was stopped, and no answers contradict each other
	verdictClaim    = "claim"    // the file claims another number
	verdictDisagree = "disagree" // two answers cannot both be true
)

// verdict is the result of a comparison.
type verdict struct {
	word    string // one of the verdicts
	text    string // for people
	problem string // the contradiction between the engines, if there is one
}

// verdictOn returns the verdict on the outcomes of all engines and the error of their
// comparison.
func verdictOn(file *text.File, outcomes []crosscut.Outcome, err error) verdict {
	best, stopped := outcomes[0], 0
	for _, o := range outcomes {
		if o.Err == nil && best.Err != nil || (o.Err == nil) == (best.Err == nil) && o.Tally.Count().Cmp(best.Tally.Count()) > 0 {
			best = o
		}
		if o.Err != nil {
			stopped++
		}
	}
	switch {
	case err != nil && Disagree(err) && !Interrupted(err):
		return verdict{verdictDisagree, base.OneLine(err), base.OneLine(err)}
	case err != nil:
		return verdict{verdictStopped, base.OneLine(err), ""}
	case !file.Solutions.Allows(best.Tally.Count(), best.Err == nil):
		return verdict{verdictClaim, fmt.Sprintf("the file claims %v, and the engines found %s", file.Solutions, TallyText(best)), ""}
	case stopped > 0:
		return verdict{verdictStopped, fmt.Sprintf("no disagreement so far; %d of %d engines were stopped", stopped, len(outcomes)), ""}
	}
	if len(outcomes) == 1 {
		return verdict{verdictAgree, best.Engine + " finds " + TallyText(best), ""}
	}
	return verdict{verdictAgree, "the engines agree on " + TallyText(best), ""}
}

// TallyText returns "1 solution", or "1000+ solutions" if there may be more.
func TallyText(o crosscut.Outcome) string {
	if o.Err == nil {
		return base.PluralBig(o.Tally.Count(), "solution")
	}
	return base.NumberBig(o.Tally.Count()) + "+ solutions"
}

// tellCheck compares the engines.
func tellCheck(ctx context.Context, a *Asking) error {
	outcomes, err := a.Every(ctx, nil)
	v := verdictOn(a.File, outcomes, err)
	told := Told{
		Object: Check{File: a.File.Name, Verdict: v.word, Claim: a.File.Solutions.String(), Engines: enginesFound(outcomes), Detail: v.problem},
		No:     err == nil && v.word == verdictClaim,
	}
	for _, o := range outcomes {
		if err == nil && v.word == verdictStopped {
			told.Err = cmp.Or(told.Err, o.Err)
		}
	}
	if people {
		told.Text = fmt.Sprintf("%s: %s\n%s", a.File.Name, v.text, outcomesText(outcomes))
	}
	return cmp.Or(a.Say(told), err)
}

// outcomesText returns a line for each engine.
func outcomesText(outcomes []crosscut.Outcome) (text string) {
	for _, o := range outcomes {
		text += fmt.Sprintf("  %-7s %16s %10v", o.Engine, TallyText(o), RoundTime(o.Elapsed))
		if o.Err != nil {
			text += "  " + base.OneLine(o.Err)
		}
		if confirmed := confirmedText(o, outcomes); confirmed != "" {
			text += "; " + confirmed
		}
		text += "\n"
	}
	return text
}

// RoundTime rounds a time to three digits.
func RoundTime(d time.Duration) time.Duration {
	unit := time.Nanosecond
	for d/unit >= 1000 {
		unit *= 10
	}
	return d.Round(unit)
}

func enginesFound(outcomes []crosscut.Outcome) (found []EngineFound) {
	for _, o := range outcomes {
		e := EngineFound{
			Engine: o.Engine, Count: o.Tally.Count(), Complete: o.Err == nil, Digest: o.Tally.Digest.String(),
			Seconds: o.Elapsed.Seconds(), Nodes: o.Stats.Nodes, Confirms: o.Confirmed.Count, Of: o.Confirmed.Engine,
		}
		if !errors.Is(o.Err, meter.ErrStopped) {
			e.Because(o.Err)
		}
		found = append(found, e)
	}
	return found
}

// confirmedText says what an engine has confirmed, such as "confirms both of native's". It is empty if that is nothing.
func confirmedText(o crosscut.Outcome, all []crosscut.Outcome) string {
	count, of := o.Confirmed.Count, o.Confirmed.Engine
	if count == 0 {
		return ""
	}
	from := slices.IndexFunc(all, func(o crosscut.Outcome) bool { return o.Engine == of })
	how := base.Number(count)
	if count == 2 && from >= 0 && isTwo(all[from]) {
		how = "both"
	}
	return fmt.Sprintf("confirms %s of %s's", how, of)
}

func isTwo(o crosscut.Outcome) bool { return o.Tally.Count().Cmp(big.NewInt(2)) == 0 }

// foundText says what an engine has found when two solutions are enough, and what it has confirmed.
func foundText(o crosscut.Outcome, all []crosscut.Outcome) string {
	text := "found " + base.PluralBig(o.Tally.Count(), "solution")
	switch {
	case o.Err == nil:
		text += " and no more"
	case isTwo(o):
		text = "found both"
	}
	confirms := confirmedText(o, all)
	switch {
	case confirms == "":
		return text
	case o.Tally.Count().Sign() == 0:
		return confirms
	}
	return text + ", " + confirms
}
