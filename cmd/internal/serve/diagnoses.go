package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"crosscut"
	"crosscut/diagnose"
	"crosscut/human"
	"crosscut/internal/base"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
	"crosscut/show"
)

// Why is the object of a conflict.
type Why struct {
	File     string   `json:"file"`
	Found    bool     `json:"found"`            // there is a solution, so no conflict
	Clues    []Clue   `json:"clues,omitempty"`  // clues that contradict each other
	Stones   []string `json:"stones,omitempty"` // stones that cannot lie on the board together
	Bare     []string `json:"bare,omitempty"`   // cells that no stone can cover
	Count    string   `json:"count,omitempty"`  // how the numbers of cells of the stones and of the board differ
	Gaps     []int    `json:"gaps,omitempty"`   // the stones fit with so many bare cells, and not with so many as may be
	Board    bool     `json:"board,omitempty"`  // there is no solution, whatever the clues
	Minimal  bool     `json:"minimal"`          // no part of the conflict can go; false where nobody has searched for less
	Loose    []string `json:"loose,omitempty"`  // cells or stones that perhaps can go
	Searches int      `json:"searches"`         // number of searches
	Steps    []string `json:"steps,omitempty"`  // if asked for: the steps to the contradiction
	End      string   `json:"end,omitempty"`    // the contradiction that a person finds
	Text     string   `json:"text,omitempty"`   // the puzzle with only the conflict

	// EndSentence is End for other languages.
	EndSentence *human.Sentence `json:"end_sentence,omitempty"`
	Stop
}

// Clue is the object of a clue.
type Clue struct {
	Value int    `json:"value"`
	Cell  string `json:"cell"`
}

// conclusion is the way of a person from clues to a contradiction.
type conclusion struct {
	Steps []string
	End   string         // the contradiction; "" if the steps lead to none
	Fault human.Sentence // the same for other languages
}

// conclude makes the steps of a person until none is left, and is given up when ctx ends.
func (a *Asking) conclude(ctx context.Context, p puzzle.Puzzle) conclusion {
	var way conclusion
	if a.Long(ctx, func() error { way = conclude(ctx, p); return nil }) != nil {
		return conclusion{}
	}
	return way
}

// conclude makes the steps of a person until none is left. It makes no guesses, because
// they may take long.
func conclude(ctx context.Context, p puzzle.Puzzle) (way conclusion) {
	s, err := human.New(ctx, p, nil)
	if err == nil {
		s.Hardest = human.Hard
	}
	for err == nil {
		var step human.Step
		if step, err = s.Next(ctx); err == nil {
			way.Steps = append(way.Steps, step.Text)
		}
	}
	if found := (*human.ContradictionError)(nil); errors.As(err, &found) {
		way.End, way.Fault = found.Reason, found.Sentence
	}
	return way
}

// newWhy returns the object of a conflict, with the steps of way if they are asked for. If
// err is not nil, it says why the search ended early.
func newWhy(file *text.File, c *diagnose.Conflict, way conclusion, steps bool, err error) Why {
	p := file.Puzzle
	r := Why{
		File: file.Name, Found: c.Solution != nil, Bare: CellNames(p, c.Bare), Count: c.Count, Gaps: c.Gaps,
		Board:   c.Solution == nil && c.Count == "" && len(c.Bare)+len(c.Cells)+len(c.Stones)+len(c.Gaps) == 0,
		Minimal: c.Solution == nil && err == nil && !c.Clash, Searches: c.Searches, End: way.End,
	}
	for _, cell := range c.Cells {
		r.Clues = append(r.Clues, Clue{shownAt(p, cell), p.Board().Name(cell)})
	}
	for _, s := range c.Stones {
		r.Stones = append(r.Stones, StoneName(p, s))
	}
	for _, part := range c.Loose {
		if c.Stones != nil {
			r.Loose = append(r.Loose, StoneName(p, part))
		} else {
			r.Loose = append(r.Loose, p.Board().Name(part))
		}
	}
	if steps {
		r.Steps = way.Steps
	}
	if way.End != "" {
		r.EndSentence = &way.Fault
	}
	if c.Reduced != nil && c.Stones == nil {
		r.Text = c.Reduced.String()
	}
	r.Because(err)
	return r
}

// faultsOf says which numbers stand twice or outside, with the cells of both, and draws the board.
func faultsOf(file *text.File) Told {
	object, said, at := Why{File: file.Name}, []string(nil), []int(nil)
	clues := cluesWith(file)
	for _, f := range file.Faults {
		here := file.Puzzle.Board().Name(f.Cell)
		h, isHidoku := file.Puzzle.(*puzzle.Hidoku)
		switch gap := 1; {
		case f.Before >= 0:
			at = append(at, f.Before)
			said = append(said, fmt.Sprintf("%d stands at %s and at %s", f.Value, file.Puzzle.Board().Name(f.Before), here))
		case isHidoku && h.Ranked() && f.Value > 0 && f.Value <= len(clues):
			for slices.Contains(clues, gap) {
				gap++
			}
			said = append(said, fmt.Sprintf("%d at %s has no %d before it", f.Value, here, gap))
		default:
			said = append(said, fmt.Sprintf("%d at %s is none of the numbers", f.Value, here))
		}
		at = append(at, f.Cell)
	}
	for _, c := range at {
		object.Clues = append(object.Clues, Clue{clues[c], file.Puzzle.Board().Name(c)})
	}
	object.End = base.List(said)
	return Told{Object: object, Text: fmt.Sprintf("%s: %s\n%s", file.Name, object.End, marked(file.Puzzle, at, func(c int) int { return clues[c] }))}
}

// shownAt returns what a person sees on a cell before it is solved: its clue, or its rank in a Zip.
func shownAt(p puzzle.Puzzle, cell int) int {
	if q, ok := p.(puzzle.Numbered); ok {
		return show.Shown(q, cell)
	}
	return puzzle.Empty
}

// clueCount returns how many clues a board shows: its numbers, or the ranks of a line.
func clueCount(p puzzle.Numbered) int {
	if h, isHidoku := p.(*puzzle.Hidoku); isHidoku && h.Ranked() {
		return len(h.Ascending())
	}
	return len(slices.DeleteFunc(p.Clues(), func(k int) bool { return k == puzzle.Empty }))
}

// cluesWith returns the clues of a board of numbers, with those that stand twice or outside.
func cluesWith(file *text.File) []int {
	clues := make([]int, file.Puzzle.Board().Len())
	for c := range clues {
		clues[c] = shownAt(file.Puzzle, c)
	}
	for _, f := range file.Faults {
		clues[f.Cell] = f.Value
	}
	return clues
}

func tellWhy(ctx context.Context, a *Asking) error {
	if len(a.File.Faults) > 0 {
		return a.Say(faultsOf(a.File))
	}
	var c *diagnose.Conflict
	err := a.Watch("why", func(ctx context.Context) (err error) {
		c, err = diagnose.Why(ctx, a.Engine, a.File.Puzzle, a.Meter)
		return err
	})
	if c == nil {
		return err
	}
	var way conclusion
	if err == nil && c.Reduced != nil && c.Stones == nil {
		way = a.conclude(ctx, c.Reduced)
	}
	object := newWhy(a.File, c, way, options(a.Options).flag("steps"), err)
	told := Told{Object: object, Text: a.File.Name + ": there is a solution\n", No: object.Found}
	if people && !object.Found {
		told.Text = fmt.Sprintf("%s: %s\n%s", a.File.Name, conflictText(a.File.Puzzle, c, way.End, err), conflictDetails(a.File.Puzzle, c, way, object.Steps))
	}
	return cmp.Or(a.Say(told), err)
}

// conflictDetails draws the parts of a conflict, and says how a person finds it.
func conflictDetails(p puzzle.Puzzle, c *diagnose.Conflict, way conclusion, steps []string) (content string) {
	if cells := slices.Concat(c.Cells, c.Bare); len(cells) > 0 {
		content += marked(p, cells, func(c int) int { return shownAt(p, c) })
	}
	for _, s := range c.Stones {
		content += fmt.Sprintf("%s:\n%v", StoneName(p, s), p.(*puzzle.Draughtboard).Stones()[s-1])
	}
	for i, step := range steps {
		content += fmt.Sprintf("%4d  %s\n", i+1, step)
	}
	if way.End != "" && !c.Clash {
		content += fmt.Sprintf("With these clues alone, after %s: %s\n", base.Plural(len(way.Steps), "step"), way.End)
	}
	return content
}

func conflictText(p puzzle.Puzzle, c *diagnose.Conflict, end string, err error) string {
	var text string
	switch parts := partsOf(p, c); {
	case c.Count != "":
		return c.Count
	case c.Gaps != nil:
		return gapsText(p, c.Gaps)
	case len(c.Bare) > 0:
		return "no stone can cover " + base.List(CellNames(p, c.Bare))
	case len(parts) == 0:
		return "the board has no solution, whatever the clues"
	case len(parts) == 1 && c.Stones != nil:
		text = fmt.Sprintf("stone %s fits nowhere", parts[0])
	case len(parts) == 1:
		text = fmt.Sprintf("the clue %s alone leaves no solution", parts[0])
	case c.Stones != nil:
		text = fmt.Sprintf("%s cannot lie on the board together: %s", base.Plural(len(parts), "stone"), base.List(parts))
	default:
		text = fmt.Sprintf("%s contradict each other: %s", base.Plural(len(parts), "clue"), base.List(parts))
	}
	switch {
	case c.Clash && end != "":
		text += "; " + end
	case err != nil:
		text += fmt.Sprintf("; %s of these may be needless (%s)", base.Number(len(c.Loose)), base.OneLine(err))
	case len(partsOf(p, c)) > 1:
		text += "; without any one of them the others do not"
	}
	return text
}

// gapsText says with how many bare cells the stones of a draughtboard fit.
func gapsText(p puzzle.Puzzle, gaps []int) string {
	var numbers []string
	for _, n := range gaps {
		numbers = append(numbers, base.Number(n))
	}
	numbers[len(numbers)-1] = base.Plural(gaps[len(gaps)-1], "cell")
	asked := p.(*puzzle.Draughtboard).Gaps()
	may := fmt.Sprint(asked.Least)
	if asked.Most > asked.Least {
		may = fmt.Sprintf("%d to %d", asked.Least, asked.Most)
	}
	return fmt.Sprintf("the stones fit if %s stay bare, and not if %s do", base.Choice(numbers), may)
}

func partsOf(p puzzle.Puzzle, c *diagnose.Conflict) (parts []string) {
	for _, cell := range c.Cells {
		parts = append(parts, fmt.Sprintf("%d at %s", shownAt(p, cell), p.Board().Name(cell)))
	}
	for _, s := range c.Stones {
		parts = append(parts, StoneName(p, s))
	}
	return parts
}

// Certain is the object of what all solutions have in common.
type Certain struct {
	File    string   `json:"file"`
	Found   bool     `json:"found"`             // there is a solution
	Certain []string `json:"certain,omitempty"` // cells that are the same in all solutions
	Agree   []string `json:"agree,omitempty"`   // where a limit came first: cells that are the same in the solutions found so far
	Cells   int      `json:"cells"`             // number of cells of the board
	Calls   int      `json:"calls"`             // number of calls of the solver
	Rows    [][]any  `json:"rows,omitempty"`    // one solution
	Stop
}

// newCertain returns the object of what all solutions have in common, or those that were found before an
// error.
func newCertain(file *text.File, got *diagnose.Certainty, err error) Certain {
	r := Certain{
		File: file.Name, Found: got.Solution != nil, Certain: CellNames(file.Puzzle, got.Cells), Agree: CellNames(file.Puzzle, got.Agree),
		Cells: file.Puzzle.Board().Len(), Calls: got.Calls,
	}
	if r.Found {
		r.Rows = Rows(file.Puzzle, got.Solution)
	}
	r.Because(err)
	return r
}

func tellCertain(_ context.Context, a *Asking) error {
	var got *diagnose.Certainty
	err := a.Watch(crosscut.SAT.Name, func(ctx context.Context) (err error) {
		got, err = diagnose.Certain(ctx, a.File.Puzzle, a.Meter)
		return err
	})
	if got == nil {
		return err
	}
	told := Told{Object: newCertain(a.File, got, err)}
	if got.Solution == nil {
		told.Text, told.No = a.File.Name+": no solution\n", true
		return cmp.Or(a.Say(told), err)
	}
	if people {
		told.Text = certainText(a.File, got, err)
	}
	return cmp.Or(a.Say(told), err)
}

// certainText draws the cells that are the same in all solutions, or where a limit came first in those found so far.
func certainText(file *text.File, got *diagnose.Certainty, err error) string {
	p := file.Puzzle
	cells, which, sign := got.Cells, "the same in all solutions", ""
	if err != nil {
		cells, which, sign = got.Agree, "agree in the solutions found so far, and may differ in others", "?"
	}
	return fmt.Sprintf("%s: %s of %s %s, by %s of the solver\n%s", file.Name,
		base.Number(len(cells)), base.Plural(p.Board().Len(), "cell"), which, base.Plural(got.Calls, "call"),
		p.Board().Draw(func(c int) string {
			if !slices.Contains(cells, c) {
				return p.Label(c, puzzle.Empty)
			}
			return p.Label(c, got.Solution[c]) + sign
		}))
}

// Repair is the object of a repaired puzzle.
type Repair struct {
	File    string     `json:"file"`
	Changes []Change   `json:"changes"`
	Others  [][]Change `json:"others,omitempty"` // other changes that also repair it
	Text    string     `json:"text"`             // the repaired puzzle; "" if it cannot be repaired
}

// Change is the object of a change to one clue.
type Change struct {
	Change string `json:"change"`        // add, remove or write
	Cell   string `json:"cell"`          // the cell of the clue
	Old    *int   `json:"old,omitempty"` // the clue before
	New    *int   `json:"new,omitempty"` // the clue after
	Text   string `json:"text"`          // in words
}

// newRepair returns the object of a repaired puzzle.
func newRepair(file *text.File, repaired *diagnose.Repaired) Repair {
	r := Repair{File: file.Name, Changes: changes(file.Puzzle, repaired.Mends), Text: file.Text(repaired.Puzzle)}
	for _, way := range repaired.Others {
		r.Others = append(r.Others, changes(file.Puzzle, way))
	}
	return r
}

func changes(p puzzle.Puzzle, mends []diagnose.Mend) []Change {
	objects := []Change{}
	for _, m := range mends {
		r := Change{Change: "write", Cell: p.Board().Name(m.Cell), Old: &m.Old, New: &m.New, Text: m.Text(p)}
		if m.Old == puzzle.Empty {
			r.Change, r.Old = "add", nil
		}
		if m.New == puzzle.Empty {
			r.Change, r.New = "remove", nil
		}
		objects = append(objects, r)
	}
	return objects
}

func tellRepair(ctx context.Context, a *Asking) error {
	name := a.File.Name
	var repaired *diagnose.Repaired
	var err error
	if len(a.File.Faults) > 0 {
		repaired, err = diagnose.RepairClues(ctx, a.Engine, a.File.Puzzle.(puzzle.Numbered), cluesWith(a.File), a.Meter)
	} else {
		repaired, err = diagnose.Repair(ctx, a.Engine, a.File.Puzzle, a.Meter)
	}
	switch {
	case errors.Is(err, diagnose.ErrNoRepair):
		return a.Say(Told{Object: Repair{File: name, Changes: []Change{}}, Text: fmt.Sprintf("# %s: %s\n", name, base.OneLine(err)), No: true})
	case err != nil:
		return err
	}
	r := newRepair(a.File, repaired)
	told := Told{Object: r, Puzzle: true}
	if people {
		told.Text = fmt.Sprintf("# %s: %s\n", name, cmp.Or(changesText(r.Changes), "exactly one solution; nothing to repair"))
		for _, way := range r.Others {
			told.Text += fmt.Sprintf("# or: %s\n", changesText(way))
		}
		told.Text += r.Text
	}
	return a.Say(told)
}

func changesText(changes []Change) string {
	var texts []string
	for _, c := range changes {
		texts = append(texts, c.Text)
	}
	return strings.Join(texts, "; ")
}

// Judgement is the object of the verdict on a filled board.
type Judgement struct {
	File     string `json:"file"`
	Solution int    `json:"solution"` // counted from 1
	Right    bool   `json:"right"`
	Again    int    `json:"again,omitempty"` // number of the earlier board that is the same solution
	Breach
}

// Breach says which rule a board breaks.
type Breach struct {
	Rule   string `json:"rule,omitempty"`
	Cell   string `json:"cell,omitempty"`   // the cell that breaks it
	Detail string `json:"detail,omitempty"` // in words
}

// breachOf returns the breach that an error of Check is, and what it breaks in words, "" for another error.
func breachOf(p puzzle.Puzzle, err error) (b Breach, breaks string) {
	var v *puzzle.Violation
	if !errors.As(err, &v) {
		return b, ""
	}
	b.Rule, b.Detail = v.Rule, v.Detail
	if v.Cell >= 0 {
		b.Cell = p.Board().Name(v.Cell)
	}
	return b, fmt.Sprintf("breaks the %v", v)
}

// judge has the number of the board on which each solution came first.
type judge map[crosscut.Digest]int

// verdict returns the error of Check for the n-th board, or the number of an earlier board with the same
// solution, 0 for none.
func (j judge) verdict(p puzzle.Puzzle, n int, board puzzle.Solution) (again int, reason error) {
	if reason = p.Check(board); reason != nil {
		return 0, reason
	}
	var t crosscut.Tally
	t.Add(p.Canonical(board))
	if again = j[t.Digest]; again == 0 {
		j[t.Digest] = n
	}
	return again, nil
}

// tellVerify judges filled boards by the rules. For boards that are filled in part, an engine looks for the solutions.
func tellVerify(_ context.Context, a *Asking) error {
	n, known, partial := 0, make(judge), options(a.Options).flag("partial")
	for board, err := range a.Boards {
		if err != nil {
			return err
		}
		n++
		told := Told{}
		if partial {
			err = a.Watch(a.Engine.Name, func(ctx context.Context) error {
				progress, err := diagnose.Partial(ctx, a.Engine, a.File.Puzzle, board, a.Meter)
				if err == nil {
					told = a.partial(n, board, progress)
				}
				return err
			})
		} else {
			again, reason := known.verdict(a.File.Puzzle, n, board)
			told = a.judgement(n, reason, again)
		}
		if err == nil {
			err = a.Say(told)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// judgement is the verdict on the n-th board. reason is the error of its Check. again is the number of the earlier
// board with the same solution, or 0.
func (a *Asking) judgement(n int, reason error, again int) Told {
	breach, verdict := breachOf(a.File.Puzzle, reason)
	object := Judgement{File: a.BoardName, Solution: n, Right: verdict == "", Again: again, Breach: breach}
	switch {
	case verdict != "":
	case again > 0:
		verdict = fmt.Sprintf("is a solution, but the same as board %d", again)
	default:
		verdict = "is a solution"
	}
	return Told{Object: object, Text: fmt.Sprintf("%s: board %d %s\n", a.BoardName, n, verdict), No: reason != nil || again > 0}
}

// Partial is the object of the verdict on a board that is filled in part.
type Partial struct {
	File   string   `json:"file"`
	Board  int      `json:"board"` // counted from 1
	Right  bool     `json:"right"` // right so far
	Unique bool     `json:"unique"`
	Wrong  []string `json:"wrong,omitempty"` // the cells with a wrong entry, if there is one solution
	Breach
}

// partial is the verdict on the n-th board, which is filled in part.
func (a *Asking) partial(n int, board puzzle.Solution, g *diagnose.Progress) Told {
	p := a.File.Puzzle
	object := Partial{File: a.BoardName, Board: n, Right: g.Possible, Unique: g.Solutions == 1, Wrong: CellNames(p, g.Wrong)}
	breach, verdict := breachOf(p, g.Broken)
	object.Breach = breach
	if people {
		verdict = fmt.Sprintf("%s: board %d %s\n", a.BoardName, n, partialText(p, board, g, verdict))
	}
	return Told{Object: object, Text: verdict, No: !g.Possible}
}

// partialText says what is wrong with a board that is filled in part. breaks says which rule it breaks, "" for none.
func partialText(p puzzle.Puzzle, board puzzle.Solution, g *diagnose.Progress, breaks string) string {
	switch {
	case len(g.Wrong) > 0:
		var entries []string
		for _, c := range g.Wrong {
			entries = append(entries, fmt.Sprintf("%s at %s", p.Label(c, board[c]), p.Board().Name(c)))
		}
		return "is wrong: " + base.List(entries)
	case breaks != "":
		return breaks
	case g.Solutions == 0:
		return "breaks no rule, but the puzzle has no solution"
	case !g.Possible:
		return "breaks no rule, but no solution has all its entries"
	case !slices.Contains(board, puzzle.Empty):
		return "is a solution"
	}
	return "is right so far"
}
