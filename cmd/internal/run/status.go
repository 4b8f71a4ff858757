package run

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"crosscut/internal/base"
)

// Status is what people may want to know of a run.
type Status struct {
	Kind     Kind     `json:"kind"`
	Complete bool     `json:"complete"`
	Share    float64  `json:"share"`    // that is finished, if all parts of a cube are equal
	Done     int      `json:"done"`     // finished cubes
	Left     int      `json:"left"`     // cubes that are known and not finished
	Cut      int      `json:"cut"`      // cubes that were cut further
	Forecast float64  `json:"forecast"` // seconds until the end with these workers; 0 if unknown
	Damaged  int      `json:"damaged"`  // lines of journals that were left out
	Workers  []Member `json:"workers"`
}

// Member is a process that works for a run.
type Member struct {
	Name   string   `json:"name"`
	Jobs   int      `json:"jobs"`
	Holds  []string `json:"holds"`  // cubes that it searches
	Silent float64  `json:"silent"` // seconds since its last sign of life, if clocks agree
	Waits  bool     `json:"waits"`  // for room on a full disk
}

// Text returns the status in lines for people.
func (s *Status) Text() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%.1f %% done: %s finished, %d left, %d cut further\n", 100*s.Share, base.Plural(s.Done, "cube"), s.Left, s.Cut)
	switch {
	case s.Complete:
		fmt.Fprintln(&text, "the run is finished; the command that started it prints the result")
	case len(s.Workers) > 0 && !slices.ContainsFunc(s.Workers, func(m Member) bool { return !m.Waits }):
		fmt.Fprintln(&text, "the disk is full: everybody waits for room")
	case s.Forecast > 0:
		fmt.Fprintf(&text, "about %v left with these workers\n", time.Duration(s.Forecast*float64(time.Second)).Round(time.Second))
	}
	if s.Damaged > 0 {
		fmt.Fprintf(&text, "%s left out\n", base.Plural(s.Damaged, "damaged line"))
	}
	for _, m := range s.Workers {
		waits := ""
		if m.Waits {
			waits = "; waits for room on a full disk"
		}
		fmt.Fprintf(&text, "%s: %s%s; last sign of life %.0fs ago; cubes %s\n", m.Name, base.Plural(m.Jobs, "job"), waits, m.Silent, cmp.Or(strings.Join(m.Holds, " "), "none"))
	}
	return text.String()
}

// Status returns the status of the run now. It changes nothing in the folder.
func (f *Folder) Status() (Status, error) {
	w := &Worker{Folder: f, lease: usualLease}
	f.Note = nil
	if err := w.replay(); err != nil {
		return Status{}, err
	}
	if err := w.desk.look(); err != nil {
		return Status{}, err
	}
	s, _ := w.Status()
	return s, nil
}

// Status returns what this process knows of the run, and the sum of the finished cubes. Its members are
// the other processes.
func (w *Worker) Status() (Status, Sum) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.ledger == nil { // Run has not begun
		return Status{Kind: w.Folder.Header.Kind, Workers: []Member{}}, Sum{}
	}
	f, n := w.Folder, w.state.Counters()
	sum, whole := w.state.Total()
	s := Status{
		Kind: f.Header.Kind, Complete: whole, Share: w.state.Share(),
		Done: n.Done, Left: n.Open + n.Offered, Cut: n.Cut, Damaged: f.Damaged(),
		Workers: []Member{},
	}
	if f.Header.Cubes > 0 {
		s.Cut-- // the first cut
	}
	gain, over := w.course.pace() // of whoever has watched the longest time
	works := w.hands > 0 && !f.waits.Load()
	for name, o := range w.desk.others {
		m := Member{Name: name, Jobs: max(0, o.sign.Jobs), Holds: append([]string{}, o.sign.Holds...), Waits: o.sign.Waits}
		if info, err := os.Stat(f.file(workers, name)); err == nil {
			m.Silent = max(0, time.Since(info.ModTime()).Seconds())
		}
		if m.Silent < usualLease.Seconds() {
			works = works || m.Jobs > 0 && !m.Waits
			if o.sign.Over > over {
				gain, over = o.sign.Gain, o.sign.Over
			}
		}
		s.Workers = append(s.Workers, m)
	}
	slices.SortFunc(s.Workers, func(a, b Member) int { return cmp.Compare(a.Name, b.Name) })
	if works {
		s.Forecast = secondsFor(s.Share, gain, over)
	}
	return s, sum
}

// Check reads everything in a run again: each line, each way to each sum, and all solutions. It returns
// the sum, and how many lines or solutions were damaged.
func (f *Folder) Check() (sum Sum, whole bool, damaged int, err error) {
	if sum, whole, err = f.Agree(); err != nil {
		return sum, false, 0, err
	}
	if _, damaged, err = f.replay(); whole && err == nil {
		whole, err = f.hasAll(sum)
	}
	return sum, whole, damaged, err
}
