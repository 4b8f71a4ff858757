package main

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"crosscut/dlx"
)

func TestTheListOfInstancesIsRead(t *testing.T) {
	list, err := os.ReadFile("instances.txt")
	require.NoError(t, err)
	all, err := parse(string(list))
	require.NoError(t, err)
	made, classes := map[string]int{}, map[string]int{}
	for _, in := range all {
		kind, _, _ := strings.Cut(in.class, "/")
		require.Contains(t, []string{"hidoku", "magic", "draughtboard", "cover"}, kind)
		classes[kind]++
		if strings.Contains(in.String(), " 900") {
			made[kind]++
		}
	}
	for kind, n := range classes {
		require.GreaterOrEqual(t, 2*made[kind], n-8, "%s: half of the instances come from generators with new seeds", kind)
	}
	_, err = parse("hidoku/x all testdata/x.txt")
	require.ErrorContains(t, err, "line 1")
}

func TestAnInstanceIsForTheEnginesThatCanReadIt(t *testing.T) {
	for _, test := range []struct {
		class, engine string
		want          bool
	}{
		{"hidoku/x", "native/internal/hidoku", true},
		{"hidoku/x", "native/internal/hidoku/backtrack", true},
		{"hidoku/x", "native/internal/magic", false},
		{"hidoku/x", "dlx", true},
		{"hidoku/x", "dlx/internal/cores", true},
		{"hidoku/x", "sat", true},
		{"hidoku/x", "native/internal/counting", true},
		{"cover/x", "dlx", true},
		{"cover/x", "sat", false},
		{"cover/x", "native/internal/magic", false},
	} {
		require.Equal(t, test.want, (&instance{class: test.class}).isFor(test.engine), test)
	}
}

func TestASummaryCountsWhatIsSettledOnOneSideOnly(t *testing.T) {
	settled := func(seconds float64) reply { return reply{Answer: "1", Settled: true, Seconds: seconds} }
	stopped := reply{Seconds: 10}
	all := []comparison{{settled(1), settled(2)}, {settled(1), settled(0.5)}, {settled(5), stopped}, {stopped, settled(5)}}
	require.Equal(t, "        4   1.00   0.50   2.00  1, 1", summary(all))
}

func TestEveryQuestionHasAnAnswer(t *testing.T) {
	for question, want := range map[string]string{"first": "1", "two": "2", "count": "8", "unsat": "1"} {
		for _, engine := range []string{"native/internal/magic", "dlx", "sat"} {
			o := options{limit: time.Minute, child: child{engine, question, "../../testdata/magic/order-3.txt"}}
			var out strings.Builder
			require.NoError(t, o.answer(t.Context(), &out))
			require.Contains(t, out.String(), `"Answer":"`+want+`","Settled":true`)
		}
	}
	for _, core := range dlx.Cores() {
		o := options{limit: time.Minute, child: child{"dlx " + string(core), everyCover, "../../testdata/magic/order-3.txt"}}
		var out strings.Builder
		require.NoError(t, o.answer(t.Context(), &out))
		require.Contains(t, out.String(), `"Answer":"8","Settled":true`, core)
	}
}
