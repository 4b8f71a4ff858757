package server

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"crosscut/internal/base"
)

// attacks are the requests of the load: the path with the query, and the text. Some are what
// people ask, others what costs the most.
func attacks(t *testing.T) (all [][2]string) {
	t.Helper()
	for _, name := range []string{"hidoku/seed-10x10", "hidoku/gh08-multi-1", "magic/n3-m1", "magic/seed-5x5", "draughtboard/seed-8x8", "hidoku/gk05-unsat-2"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "..", "testdata", filepath.FromSlash(name)+".txt"))
		require.NoError(t, err)
		for _, op := range []string{"read", "solve", "unique", "hint", "grade", "why", "certain", "repair", "minimal", "prove", "encode?to=dlx"} {
			all = append(all, [2]string{op, string(text)})
		}
	}
	rows := func(width, height int) string {
		return strings.Repeat(strings.Repeat("_ ", width)+"\n", height)
	}
	large := []string{
		"puzzle: hidoku\n\n" + rows(32, 32), "puzzle: hidoku\nmoves: rook\n\n" + rows(32, 32), "puzzle: hidoku\nmoves: hex\n\n" + rows(20, 20),
		"puzzle: magic\n\n" + rows(32, 32), "puzzle: magic\n\n" + rows(7, 7), "puzzle: hidoku\n\n" + rows(1, 1024),
		"puzzle: draughtboard\nsize: 32x32\ncorner: X\n\n" + strings.Repeat("XX\n=\n", 511) + "XX\n", endless, small,
	}
	for _, text := range large {
		for _, op := range []string{
			"solve", "solve?all", "count", "count?engine=sat", "count?engine=dlx", "count?engine=race", "count?up-to-symmetry", "count?digest", "unique", "check",
			"hint", "hint?steps", "grade", "why", "certain", "repair", "minimal", "prove", "encode?to=dimacs", "encode?to=dlx", "draw", "draw?solution", "link",
		} {
			all = append(all, [2]string{op, text})
		}
	}
	for _, query := range []string{
		"hidoku&size=32&difficulty=extreme&minimal", "draughtboard&size=32", "magic&size=10&minimal", "hidoku&size=6", "magic&size=4&difficulty=easy",
		"draughtboard&size=12&difficulty=extreme&alike", "hidoku&size=99999", "hidoku&clues=1&size=20",
	} {
		all = append(all, [2]string{"generate?family=" + query, ""})
	}
	return append(
		all,
		[2]string{"solve", strings.Repeat("x", 1<<20+1)}, [2]string{"solve", strings.Repeat("(", 1<<20)}, [2]string{"solve", strings.Repeat("puzzle: hidoku\n", 1<<14)},
		[2]string{"solve?" + strings.Repeat("a=b&", 4000), small}, [2]string{"hint?filled=" + strings.Repeat("1,", 5000), small}, [2]string{"solve", "\x00\xff\xfe"},
	)
}

// loadTime returns how long the load lasts: $CROSSCUT_LOAD, or a second. Only a load of a
// given time is measured. Then the machine must be idle otherwise.
func loadTime(t *testing.T) (lasts time.Duration, measured bool) {
	t.Helper()
	text := os.Getenv("CROSSCUT_LOAD")
	if text == "" {
		return time.Second, false
	}
	d, err := time.ParseDuration(text)
	require.NoError(t, err)
	return d, true
}

// raise makes a number at least as large as value, and reports whether it was smaller.
func raise(to *atomic.Int64, value int64) bool {
	for {
		was := to.Load()
		if value <= was {
			return false
		}
		if to.CompareAndSwap(was, value) {
			return true
		}
	}
}

// resident returns how many bytes of the process are in memory, without those that are in
// files. It returns 0 where the system does not say so, and with the race detector, which
// needs memory of its own.
func resident() int64 {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil || raceDetector {
		return 0
	}
	_, after, _ := strings.Cut(string(text), "RssAnon:")
	kilobytes, _, _ := strings.Cut(after, "kB")
	n, err := strconv.ParseInt(strings.TrimSpace(kilobytes), 10, 64)
	if err != nil {
		return 0
	}
	return n << 10
}

// watchPeak measures the memory of the process until the caller calls stop, which returns the
// largest value.
func watchPeak() (stop func() int64) {
	var peak atomic.Int64
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			raise(&peak, max(base.MemoryInUse(), resident()))
			select {
			case <-done:
				return
			case <-time.After(2 * time.Millisecond):
			}
		}
	}()
	return func() int64 {
		close(done)
		<-ended
		return peak.Load()
	}
}

// assertKept checks that the peak of memory was within its bound. The watch over the memory
// looks every 10 ms, if the system lets it. On a busy machine it comes later, so only a load
// that is measured must keep the bound itself. Without the watch, the questions of the short
// load take about three times the bound.
func assertKept(t *testing.T, peak, bound int64, measured bool) {
	t.Helper()
	if !measured {
		bound *= 2
	}
	assert.LessOrEqual(t, peak, bound)
}

// TestEqualQuestionsKeepTheBoundOfMemory asks the same large question four times at once. So
// all of them want large pieces of memory at the same moments.
func TestEqualQuestionsKeepTheBoundOfMemory(t *testing.T) {
	const questions = 4
	lasts, measured := loadTime(t)
	bound, times, asked := int64(128<<20), 1, []string{"encode?to=dimacs", "check"}
	if measured {
		bound, times = 1<<30, 1<<30
		asked = append(asked, "solve?engine=sat", "encode?to=dlx", "count?engine=sat", "count?engine=dlx", "prove", "encode?to=dimacs&encoding=binary")
	}
	end := time.Now().Add(lasts)
	s := served(t, func(l *Limits) {
		l.Memory, l.Questions, l.Time, l.Write = bound, questions, 10*time.Second, patience
	})
	board := "puzzle: hidoku\n\n" + strings.Repeat(strings.Repeat("_ ", 32)+"\n", 32)
	for i := 0; i < times && (i == 0 || time.Now().Before(end)); i++ {
		for _, question := range asked {
			peak := s.peakOf(t, question, board, questions)
			t.Logf("%s: peak of memory %d MB of %d", question, peak>>20, bound>>20)
			assertKept(t, peak, bound, measured)
		}
	}
}

// TestLargePiecesAreRefused asks for memory as the engines do before they allocate a large piece.
func TestLargePiecesAreRefused(t *testing.T) {
	const bound = 128 << 20
	s := served(t, func(l *Limits) { l.Memory = bound })
	require.Equal(t, 200, ask(t, "POST", s.url+"/v1/read", small).status)
	_, err := base.Reserve(bound)
	assert.ErrorIs(t, err, errMemory)
	allocated, err := base.Reserve(2 << 20)
	assert.NoError(t, err)
	allocated()
}

// peakOf asks one question several times at once, and returns the peak of memory.
func (s serving) peakOf(t *testing.T, question, board string, times int) int64 {
	stop := watchPeak()
	var running sync.WaitGroup
	for range times {
		running.Go(func() {
			status, err := post(t.Context(), http.DefaultClient, s.url+apiPrefix+question, board)
			if err == nil {
				assert.Contains(t, []int{200, 413, 503, 504}, status, question)
			}
		})
	}
	running.Wait()
	return stop()
}

// TestLoad lets 200 clients ask at the same time, among them hostile ones. No answer may be a
// fault of the server. Each must come soon after the time of an answer, and the process must
// keep the limit on its memory. Meanwhile, the page must be served.
func TestLoad(t *testing.T) {
	const clients, bound = 200, 768 << 20
	all := attacks(t)
	s := served(t, func(l *Limits) {
		l.Memory, l.Time, l.Write = bound, time.Second, time.Minute
	})
	lasts, measured := loadTime(t)
	var statuses [600]atomic.Int64
	ctx := loaded(t, lasts, &statuses[200], &statuses[503])
	var slowest atomic.Int64
	var slowestAttack atomic.Value
	stop := watchPeak()
	transport := &http.Transport{MaxIdleConnsPerHost: clients}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport, Timeout: time.Minute}
	var running sync.WaitGroup
	for i := range clients {
		running.Go(func() {
			rng := rand.New(rand.NewPCG(uint64(i), 7))
			for first := true; first || ctx.Err() == nil; first = false {
				attack := all[rng.IntN(len(all))]
				if i%10 == 9 { // sends half of a question and waits
					halfSent(s.address, attack, ctx.Done())
					continue
				}
				patient := context.WithoutCancel(ctx)
				leave := func() {}
				if i%10 == 8 { // goes away before the answer
					patient, leave = context.WithTimeout(patient, 50*time.Millisecond)
				}
				start := time.Now()
				status, err := post(patient, client, s.url+apiPrefix+attack[0], attack[1])
				leave()
				if err == nil {
					statuses[status].Add(1)
				}
				if raise(&slowest, int64(time.Since(start))) {
					slowestAttack.Store(fmt.Sprintf("%s with %.40q", attack[0], attack[1]))
				}
				if status == 503 { // an honest client waits; this one does not wait as long as it should
					time.Sleep(20 * time.Millisecond)
				}
			}
		})
	}
	page := 0
	for page == 0 || ctx.Err() == nil {
		got, err := client.Get(s.url + "/")
		require.NoError(t, err)
		got.Body.Close()
		assert.Equal(t, 200, got.StatusCode)
		page++
		time.Sleep(20 * time.Millisecond)
	}
	running.Wait()
	peak := stop()
	total := int64(0)
	for status := range statuses {
		if n := statuses[status].Load(); n > 0 {
			total += n
			t.Logf("status %d: %d", status, n)
			if status >= 500 {
				assert.Contains(t, []int{503, 504}, status)
			}
		}
	}
	t.Logf("%d answers, %d pages, slowest %v (%v), peak of memory %d MB", total, page, time.Duration(slowest.Load()), slowestAttack.Load(), peak>>20)
	assert.Positive(t, statuses[200].Load())
	assert.Positive(t, statuses[503].Load())
	assertKept(t, peak, bound, measured)
	if measured {
		assert.Less(t, time.Duration(slowest.Load()), 30*time.Second)
	}
	assert.Equal(t, 200, ask(t, "POST", s.url+"/v1/read", small).status, "the server still answers")
}

// loaded returns a context that ends with the load. On a busy machine, a second is not enough for
// the first answers. So the load goes on until each counter is positive, for a minute at most.
func loaded(t *testing.T, lasts time.Duration, counters ...*atomic.Int64) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), lasts+time.Minute)
	go func() {
		defer cancel()
		time.Sleep(lasts)
		for ctx.Err() == nil && slices.ContainsFunc(counters, func(n *atomic.Int64) bool { return n.Load() == 0 }) {
			time.Sleep(10 * time.Millisecond)
		}
	}()
	return ctx
}

// post asks a question and returns the status of the answer.
func post(ctx context.Context, client *http.Client, url, text string) (int, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, strings.NewReader(text))
	if err != nil {
		return 0, err
	}
	got, err := client.Do(r)
	if err != nil {
		return 0, err
	}
	defer got.Body.Close()
	_, err = io.Copy(io.Discard, got.Body)
	return got.StatusCode, err
}

// halfSent sends half of a question, and waits until the server ends the connection or the
// load is over.
func halfSent(address string, attack [2]string, over <-chan struct{}) {
	c, err := net.Dial("tcp", address)
	if err != nil {
		return
	}
	defer c.Close()
	fmt.Fprintf(c, "POST %s%s HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: %d\r\n\r\n%s", apiPrefix, "solve", len(attack[1])+1, attack[1][:len(attack[1])/2])
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_, _ = io.Copy(io.Discard, c)
	}()
	select {
	case <-ended:
	case <-over:
	}
}

// TestSmallQuestionsBesideHardOnes lets 200 clients ask hard questions only, and counts the small
// ones beside them that are answered. All come from one address.
func TestSmallQuestionsBesideHardOnes(t *testing.T) {
	const hard, bound = 200, 1 << 30
	lasts, measured := loadTime(t)
	s := served(t, func(l *Limits) { l.Memory = bound })
	stop := watchPeak()
	transport := &http.Transport{MaxIdleConnsPerHost: hard}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport}
	board := "puzzle: hidoku\n\n" + strings.Repeat(strings.Repeat("_ ", 28)+"\n", 28)
	ctx, cancel := context.WithTimeout(t.Context(), lasts)
	defer cancel()
	var faults atomic.Int64
	var running sync.WaitGroup
	for range hard {
		running.Go(func() {
			for ctx.Err() == nil {
				if status, err := post(ctx, client, s.url+"/v1/solve?all=true&engine=sat", board); err == nil && status == 500 {
					faults.Add(1)
				}
			}
		})
	}
	asked, answered, slowest := 0, 0, time.Duration(0)
	for first := true; first || ctx.Err() == nil; first = false {
		start := time.Now()
		status, err := post(t.Context(), client, s.url+"/v1/count", small)
		require.NoError(t, err)
		asked++
		if status == 200 {
			answered++
		}
		slowest = max(slowest, time.Since(start))
		time.Sleep(50 * time.Millisecond)
	}
	running.Wait()
	peak := stop()
	t.Logf("%d of %d small questions answered, slowest %v, peak of memory %d MB", answered, asked, slowest, peak>>20)
	assert.Zero(t, faults.Load())
	assert.Positive(t, answered)
	assertKept(t, peak, bound, measured)
	if measured {
		assert.GreaterOrEqual(t, answered*100, asked*99)
	}
}
