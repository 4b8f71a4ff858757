package browser_test

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// measuring returns how often to measure, as CROSSCUT_FIRST says. docs/measurements.md has the results.
func measuring(t *testing.T) int {
	times, err := strconv.Atoi(os.Getenv("CROSSCUT_FIRST"))
	if err != nil {
		t.Skip("needs CROSSCUT_FIRST, how often to measure")
	}
	return times
}

// boardAfter opens an address, and returns how many milliseconds the page takes until somebody can play.
func boardAfter(t *testing.T, ctx context.Context, open chromedp.Action[chromedp.Void]) float64 {
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	require.NoError(t, chromedp.Do(limited, open))
	for {
		board, err := chromedp.Run(limited, chromedp.Evaluate[float64]("performance.getEntriesByName('board')[0]?.startTime ?? 0"))
		require.NoError(t, err)
		if board > 0 {
			return board
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// TestFirstBoard logs how long the first screen and a board of a day take in a browser that has seen nothing, and
// how long they take on the second visit, at once and where each answer takes three seconds.
func TestFirstBoard(t *testing.T) {
	times := measuring(t)
	var s changing
	address := s.serve(t)
	for _, hash := range []string{"", "#/daily/2026-11-24/hidato"} {
		for range times {
			ctx, stop, err := startBrowser()
			require.NoError(t, err)
			s.late.Store(0)
			asked := s.asked.Load()
			first := boardAfter(t, ctx, chromedp.Navigate(address+hash))
			p := &tab{t: t, ctx: ctx}
			p.until("document.documentElement.dataset.offline === 'ready' && navigator.serviceWorker.controller")
			asked = s.asked.Load() - asked
			second := boardAfter(t, ctx, chromedp.Reload())
			s.late.Store(int64(3 * time.Second))
			slow := boardAfter(t, ctx, chromedp.Reload())
			t.Logf("%s: %.0f ms, %d requests; then %.0f ms; slow %.0f ms", hash, first, asked, second, slow)
			stop()
		}
	}
}

// TestTaps logs how long the main thread works for a tap.
func TestTaps(t *testing.T) {
	times := measuring(t)
	p := visit(t, plainSite(t).URL+page)
	_, err := chromedp.Call(p.ctx, performance.Enable, performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks})
	require.NoError(t, err)
	spent := func() map[string]float64 {
		got, err := chromedp.Call(p.ctx, performance.GetMetrics, cdp.Empty{})
		require.NoError(t, err)
		all := map[string]float64{}
		for _, m := range got.Metrics {
			all[m.Name] = m.Value
		}
		return all
	}
	for _, side := range []int{6, 10, 20} {
		row := strings.TrimSuffix(strings.Repeat("__,", side), ",") + "\n"
		p.open("puzzle: hidoku\nmoves: rook\n1" + strings.TrimPrefix(strings.Repeat(row, side), "__"))
		for range times {
			p.press("#reset")
			p.middle(cell("play", "r1c2")) // the taps scroll nothing
			time.Sleep(300 * time.Millisecond)
			before := spent()
			const taps = 5
			for i := range taps {
				x, y := p.place(cell("play", fmt.Sprintf("r1c%d", i+2)))
				p.run(chromedp.MouseClickXY(x, y))
			}
			after := spent()
			each := func(name string) float64 { return 1000 * (after[name] - before[name]) / taps }
			t.Logf("%dx%d: %.1f ms a tap; script %.1f, style %.1f, layout %.1f", side, side, each("TaskDuration"), each("ScriptDuration"), each("RecalcStyleDuration"), each("LayoutDuration"))
		}
	}
}
