package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"runtime/debug"
	"syscall"
	"time"

	"crosscut"
	"crosscut/cubes"
	"crosscut/internal/run/problem"
)

// firstCubes and partsOfACut are few, because the simulated workers have a small tree.
const (
	firstCubes  = 64
	partsOfACut = 16
)

// measurement writes the tree of a problem, with the times of this machine's processor.
type measurement struct {
	tree     problem.Tree
	engine   problem.Engine
	shortest time.Duration // cubes that take less are not cut
	out      io.Writer
	cubes    int
}

// measure writes the tree of the problem in a file. Cubes that take less than the shortest
// time are not cut.
func measure(ctx context.Context, name string, shortest time.Duration, out io.Writer) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	p, err := problem.Read(file, name)
	if err != nil {
		return err
	}
	m := &measurement{shortest: shortest}
	if m.engine, err = p.Choose(problem.Engine{}); err != nil {
		return err
	}
	if m.tree, err = p.Cut(ctx, p.Plan(firstCubes, partsOfACut)); err != nil {
		return err
	}
	debug.SetGCPercent(-1) // collections of garbage would belong to no cube
	debug.SetMemoryLimit(1 << 30)
	text := bufio.NewWriter(out)
	m.out = text
	whole := time.Duration(math.MaxInt64)
	return errors.Join(m.cubesBelow(ctx, "", -1, whole, m.tree.Len()), text.Flush())
}

// cubesBelow writes the children of a cube, and what is below them. parent is the cube's number, and
// took is how long it took.
func (m *measurement) cubesBelow(ctx context.Context, path string, parent int, took time.Duration, children int) error {
	for i := range children {
		child := fmt.Sprint(i)
		if path != "" {
			child = path + "." + child
		}
		count, err := m.time(ctx, child)
		if err == nil && count > took/2 { // it may have been disturbed
			var again time.Duration
			again, err = m.time(ctx, child)
			count = min(count, again)
		}
		if err != nil {
			return err
		}
		cut, parts := time.Duration(0), 0
		if count >= m.shortest {
			before := processor()
			if parts, err = m.tree.Children(ctx, cubes.Path(child)); err != nil {
				return err
			}
			cut = processor() - before
		}
		id := m.cubes
		m.cubes++
		fmt.Fprintf(m.out, "%d %d %.4f %.4f\n", id, parent, milliseconds(count), milliseconds(cut))
		if parts > 1 {
			if err := m.cubesBelow(ctx, child, id, count, parts); err != nil {
				return err
			}
		}
	}
	return nil
}

// time returns how long the search of a cube takes from its first node on.
func (m *measurement) time(ctx context.Context, path string) (time.Duration, error) {
	begin, err := m.search(ctx, path, &crosscut.Meter{MaxNodes: 1})
	if err != nil {
		return 0, err
	}
	whole, err := m.search(ctx, path, new(crosscut.Meter))
	return max(0, whole-begin), err
}

// search returns how long the search of a cube takes until it ends or reaches a limit.
func (m *measurement) search(ctx context.Context, path string, limits *crosscut.Meter) (time.Duration, error) {
	before := processor()
	r := m.tree.Search(ctx, cubes.Path(path), problem.Ask{Engine: m.engine, Digest: true, Meter: limits})
	if errors.Is(r.Err, crosscut.ErrLimit) {
		r.Err = nil
	}
	return processor() - before, r.Err
}

// processor returns the processor time of this program so far.
func processor() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u) // it cannot fail with these arguments
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func milliseconds(d time.Duration) float64 { return d.Seconds() * 1000 }
