package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/term"

	"crosscut/internal/base"
	"crosscut/meter"
)

// Progress is shown on a terminal only.
const (
	progressAfter = time.Second            // before the first line
	progressEvery = 200 * time.Millisecond // between two lines
)

func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// screen is a terminal with a line of progress below the results. All output to the
// terminal must go through it. It erases the line first, so that no line of progress
// stands in the middle of a result.
type screen struct {
	mu       sync.Mutex
	terminal io.Writer
	shown    bool
}

func (s *screen) show(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clear()
	fmt.Fprint(s.terminal, s.fitting(line))
	s.shown = true
}

// fitting cuts a line to the width of the terminal. A longer line would wrap, and clear
// erases only the last row.
func (s *screen) fitting(line string) string {
	file, ok := s.terminal.(*os.File)
	if !ok {
		return line
	}
	width, _, err := term.GetSize(int(file.Fd()))
	runes := []rune(line)
	if err != nil || width < 1 || len(runes) < width {
		return line
	}
	return string(runes[:width-1])
}

// hide erases the line of progress.
func (s *screen) hide() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clear()
}

// clear does what hide does. The caller holds mu.
func (s *screen) clear() {
	if s.shown {
		fmt.Fprint(s.terminal, "\r\x1b[K")
		s.shown = false
	}
}

// around returns a writer that erases the line of progress before each write to w.
func (s *screen) around(w io.Writer) io.Writer { return besideProgress{s, w} }

type besideProgress struct {
	screen *screen
	w      io.Writer
}

func (b besideProgress) Write(text []byte) (int, error) {
	b.screen.mu.Lock()
	defer b.screen.mu.Unlock()
	b.screen.clear()
	return b.w.Write(text)
}

// showProgress shows the progress of a search until the caller calls hide.
func (a *app) showProgress(engine string, m *meter.Meter) (hide func()) {
	return a.showEvery(func(elapsed time.Duration) string { return progressLine(engine, m, elapsed) })
}

// showPuzzles shows how many of the puzzles are made, until the caller calls hide.
func (a *app) showPuzzles(done *atomic.Int64, all int) (hide func()) {
	return a.showEvery(func(elapsed time.Duration) string {
		return fmt.Sprintf("%s of %s, %v", base.Number(done.Load()), base.Plural(all, "puzzle"), elapsed.Round(time.Second))
	})
}

// showEvery shows a fresh line every progressEvery until the caller calls hide.
func (a *app) showEvery(line func(elapsed time.Duration) string) (hide func()) {
	if a.screen == nil {
		return func() {}
	}
	done, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		start := time.Now()
		for wait := progressAfter; ; wait = progressEvery {
			select {
			case <-done:
				a.screen.hide()
				return
			case <-time.After(wait):
				a.screen.show(line(time.Since(start)))
			}
		}
	}()
	return func() {
		close(done)
		<-gone
	}
}

// progressLine describes the progress of a search. It omits what its engine does not report.
func progressLine(engine string, m *meter.Meter, elapsed time.Duration) string {
	done, s := m.Done(), m.Stats()
	line := []string{engine}
	if s.Nodes > 0 {
		line = append(line, base.Plural(s.Solutions, "solution"), base.Plural(s.Nodes, "node"),
			base.Number(int64(float64(s.Nodes)/elapsed.Seconds()))+" a second")
	}
	line = append(line, elapsed.Round(time.Second).String(), timeLeft(done, !m.Unsure.Load(), elapsed))
	text := strings.Join(line, ", ")
	if done < leastDone {
		return text
	}
	return bar(done, text)
}

const (
	leastDone     = 0.0005 // smallest share that gets a bar
	leastForecast = 0.01   // smallest share that allows a forecast
)

// timeLeft forecasts the rest of a search from its speed so far. It says "unknown" when
// too little is done, or when the share of the work is a guess.
func timeLeft(done float64, sure bool, elapsed time.Duration) string {
	left := elapsed.Seconds() * (1 - done) / done
	if done < leastForecast || !sure || left > math.MaxInt32 {
		return "time left unknown"
	}
	return fmt.Sprintf("about %v left", time.Duration(left*float64(time.Second)).Round(time.Second))
}

// barWidth is the number of blocks in a bar.
const barWidth = 20

// bar draws the finished share of the work: its percentage, a bar, and a text.
func bar(done float64, text string) string {
	done = min(max(done, 0), 1)
	full := int(barWidth * done)
	blocks := strings.Repeat("█", full) + strings.Repeat("░", barWidth-full)
	return fmt.Sprintf("%d%% %s  %s", int(100*done), blocks, text)
}
