package hidoku

import (
	"fmt"
	"syscall"
	"testing"

	"crosscut/internal/search"
	"crosscut/native/hidoku/internal/pathcount"
	"crosscut/native/internal/counting"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
	"os"
)

func cpu() float64 {
	var u syscall.Rusage
	syscall.Getrusage(0, &u)
	return float64(u.Utime.Sec) + float64(u.Utime.Usec)/1e6
}

func TestExp(t *testing.T) {
	for _, name := range os.Args[len(os.Args)-1:] {
		_ = name
	}
	for _, name := range []string{"rook8", "king6", "king7", "hex8", "rook8closed", "king6closed", "torus7c", "torus6", "link8", "knight5x6", "knight6", "rook8_adj"} {
		data, _ := os.ReadFile("/tmp/pz/" + name + ".txt")
		parsed, err := text.Parse(string(data))
		if err != nil {
			t.Fatal(err)
		}
		p := parsed.(*puzzle.Hidoku)
		r := search.Start(t.Context(), nil)
		c0 := cpu()
		n := 0
		Search(p, r, func(puzzle.Solution) bool { n++; return n%64 > 0 || cpu()-c0 < 0.7 })
		d := cpu() - c0
		w := pathcount.EnumerationWork(r.Stats, search.Stats{})
		fmt.Printf("%s enum: %d solutions, %.3f s, work %d, %.1f ns/unit, %.0f ns/node, props/node %.1f\n", name, n, d, w, d/float64(w)*1e9, d/float64(r.Nodes)*1e9, float64(r.Propagations)/float64(r.Nodes))
		r.Close()
		r = search.Start(t.Context(), nil)
		l := counting.NewLayers(pathcount.NewFrontier(p).Graph(), r, 1)
		c0 = cpu()
		done, _ := l.Advance(10_000_000)
		d = cpu() - c0
		fmt.Printf("%s layers: done %v %.3f s, work %d, %.1f ns/unit\n", name, done, d, l.Spent(), d/float64(l.Spent())*1e9)
		r.Close()
	}
}
