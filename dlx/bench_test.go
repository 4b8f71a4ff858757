package dlx_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"crosscut/dlx"
)

func BenchmarkSolve(b *testing.B) {
	for _, bench := range instances() {
		for _, core := range []struct {
			name string
			core dlx.Core
		}{{"bitset", dlx.Bitset}, {"sparse", dlx.Sparse}} {
			b.Run(bench.name+"/"+core.name, func(b *testing.B) {
				p := read(b, bench.text)
				b.ReportAllocs()
				for b.Loop() {
					var m dlx.Meter
					require.NoError(b, p.SolveWith(context.Background(), core.core, &m, all))
					require.Equal(b, bench.covers, m.Stats().Solutions)
					b.ReportMetric(float64(m.Stats().Nodes), "nodes")
				}
			})
		}
	}
}

func BenchmarkMulticovers(b *testing.B) {
	for _, bench := range []instance{
		{"queens-dominate-8x8", queendom(8, 5), 4860},
		{"regular-graphs-8", graphs(8, 3, 3), 19355},
		{"matrices-6-sums-2", matrices(6, 2, 2), 67950},
	} {
		b.Run(bench.name, func(b *testing.B) {
			p := read(b, bench.text)
			b.ReportAllocs()
			for b.Loop() {
				var m dlx.Meter
				require.NoError(b, p.Solve(context.Background(), &m, all))
				require.Equal(b, bench.covers, m.Stats().Solutions)
				b.ReportMetric(float64(m.Stats().Nodes), "nodes")
			}
		})
	}
}
