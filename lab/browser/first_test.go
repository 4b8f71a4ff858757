package browser_test

import (
	"context"
	"os"
	"strconv"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// TestFirstBoard logs how long the first board takes in a browser that has seen nothing. It
// starts as many browsers as CROSSCUT_FIRST says. docs/measurements.md has the result.
func TestFirstBoard(t *testing.T) {
	times, err := strconv.Atoi(os.Getenv("CROSSCUT_FIRST"))
	if err != nil {
		t.Skip("needs CROSSCUT_FIRST, how many browsers to start")
	}
	server := site(t)
	for range times {
		ctx, stop, err := startBrowser()
		require.NoError(t, err)
		limited, cancel := context.WithTimeout(ctx, patience)
		require.NoError(t, chromedp.Do(limited, chromedp.Navigate(server.URL+page)))
		for {
			board, err := chromedp.Run(limited, chromedp.Evaluate[float64]("performance.getEntriesByName('board')[0]?.startTime ?? 0"))
			require.NoError(t, err)
			if board > 0 {
				t.Logf("first board after %.0f ms", board)
				break
			}
		}
		cancel()
		stop()
	}
}
