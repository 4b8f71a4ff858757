package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"crosscut"
	"crosscut/puzzle"
)

// Progress is shown on a terminal only, after progressAfter, and then this often.
const (
	progressAfter = time.Second
	progressEvery = 200 * time.Millisecond
)

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}

// screen is a terminal with a line of progress below what is written. Everything
// that may reach the terminal has to go through it, so that the line is taken away
// before and does not stand in the middle of a result.
type screen struct {
	mu       sync.Mutex
	terminal io.Writer
	shown    bool
}

// show puts up a line of progress in place of the last one.
func (s *screen) show(line string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clear()
	fmt.Fprint(s.terminal, s.fitting(line))
	s.shown = true
}

// fitting returns as much of a line as there is room for: of one that is broken into
// two, clear would leave the first.
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

// hide takes the line of progress away.
func (s *screen) hide() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clear()
}

// clear is hide with mu held.
func (s *screen) clear() {
	if s.shown {
		fmt.Fprint(s.terminal, "\r\x1b[K")
		s.shown = false
	}
}

// around returns w with the line of progress taken away before each writing.
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

// watched returns the engines with their progress shown.
func (a *app) watched(engines []crosscut.Engine) []crosscut.Engine {
	var watched []crosscut.Engine
	for _, e := range engines {
		watched = append(watched, crosscut.Engine{Name: e.Name, Search: func(ctx context.Context, p puzzle.Puzzle, m *crosscut.Meter, yield func(puzzle.Solution) bool) error {
			defer a.showProgress(e.Name, m)()
			return e.Search(ctx, p, m, yield)
		}})
	}
	return watched
}

// showProgress shows how far a search is until the function it returns is called.
func (a *app) showProgress(engine string, m *crosscut.Meter) (hide func()) {
	return a.showEvery(func(elapsed time.Duration) string { return progressLine(engine, m, elapsed) })
}

// showEvery shows a line of progress every now and then until the function it
// returns is called.
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

// progressLine says how far a search is, as far as its engine tells.
func progressLine(engine string, m *crosscut.Meter, elapsed time.Duration) string {
	done, s := m.Done(), m.Stats()
	line := []string{engine}
	if s.Nodes > 0 {
		line = append(line, plural(s.Solutions, "solution"), plural(s.Nodes, "node"),
			number(int64(float64(s.Nodes)/elapsed.Seconds()))+" a second")
	}
	line = append(line, elapsed.Round(time.Second).String(), timeLeft(done, m.Sure(), elapsed))
	text := strings.Join(line, ", ")
	if done < leastDone {
		return text
	}
	return bar(done, text)
}

const (
	leastDone     = 0.0005 // less would be shown as nothing
	leastForecast = 0.01   // less says nothing of the whole
)

// timeLeft says how long a search will still take if it goes on as it did, unless
// that cannot be told.
func timeLeft(done float64, sure bool, elapsed time.Duration) string {
	left := elapsed.Seconds() * (1 - done) / done
	if done < leastForecast || !sure || left > math.MaxInt32 {
		return "time left unknown"
	}
	return fmt.Sprintf("about %v left", time.Duration(left*float64(time.Second)).Round(time.Second))
}

// bar draws a bar with a text behind it.
func bar(done float64, text string) string {
	const steps = 1000
	b := progressbar.NewOptions64(steps,
		progressbar.OptionSetWriter(io.Discard), // the screen shows it: it knows what else is on the terminal
		progressbar.OptionSetWidth(20),
		progressbar.OptionSetPredictTime(false), progressbar.OptionSetElapsedTime(false),
		progressbar.OptionShowDescriptionAtLineEnd(), progressbar.OptionSetDescription(text),
		progressbar.OptionSetTheme(progressbar.Theme{Saucer: "█", SaucerPadding: "░", BarStart: "", BarEnd: ""}))
	_ = b.RenderBlank() // else nothing is drawn below one percent
	_ = b.Set64(int64(done * steps))
	return strings.TrimSpace(b.String())
}
