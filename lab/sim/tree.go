package main

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

type tree struct {
	cubes []cube
	first []int // cubes without a parent

	models []int // cubes that are cut as in the file
	r      *rand.Rand
}

// cube is a cube of the tree. Its times are in seconds.
type cube struct {
	count, cut float64
	children   []int
}

func readTree(name string, shortest time.Duration, seed uint64) (*tree, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	in := io.Reader(file)
	if filepath.Ext(name) == ".gz" {
		if in, err = gzip.NewReader(file); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	t, err := parseTree(in, shortest, seed)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return t, nil
}

// parseTree reads a tree without the parts of cubes that take less than the shortest time. The seed is that of
// the parts that grow in their place.
func parseTree(in io.Reader, shortest time.Duration, seed uint64) (*tree, error) {
	t := new(tree)
	place := map[int]int{} // of the cube with a number
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) != 4 {
			return nil, fmt.Errorf("line %d: not four numbers", len(t.cubes)+1)
		}
		var numbers [4]float64
		for i, text := range fields {
			x, err := strconv.ParseFloat(text, 64)
			if err != nil || x < 0 && i != 1 {
				return nil, fmt.Errorf("line %d: invalid number %q", len(t.cubes)+1, text)
			}
			numbers[i] = x
		}
		place[int(numbers[0])] = len(t.cubes)
		t.cubes = append(t.cubes, cube{count: numbers[2] / 1000, cut: numbers[3] / 1000, children: []int{int(numbers[1])}})
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	parents := make([]int, len(t.cubes))
	for i := range t.cubes {
		parents[i], t.cubes[i].children = t.cubes[i].children[0], nil
	}
	for i, parent := range parents {
		at, ok := place[parent]
		switch {
		case parent == -1:
			t.first = append(t.first, i)
		case !ok:
			return nil, fmt.Errorf("line %d: no cube %d", i+1, parent)
		default:
			t.cubes[at].children = append(t.cubes[at].children, i)
		}
	}
	if len(t.first) == 0 {
		return nil, fmt.Errorf("no cubes")
	}
	for i := range t.cubes {
		switch c := &t.cubes[i]; {
		case c.count < shortest.Seconds():
			c.children = nil
		case len(c.children) > 0:
			t.models = append(t.models, i)
		}
	}
	t.r = rand.New(rand.NewPCG(seed, 2))
	return t, nil
}

// grow cuts a cube at the bottom of the tree like one above, taken at random. So the tree goes on wherever a
// real run would cut. It reports whether there are parts now.
func (t *tree) grow(i int) bool {
	if len(t.models) > 0 && len(t.cubes[i].children) == 0 {
		model := t.cubes[t.models[t.r.IntN(len(t.models))]]
		t.cubes[i].cut = model.cut
		for _, part := range model.children {
			t.cubes[i].children = append(t.cubes[i].children, len(t.cubes))
			t.cubes = append(t.cubes, cube{count: t.cubes[part].count / model.count * t.cubes[i].count})
		}
	}
	return len(t.cubes[i].children) > 0
}

// serial returns the time of one worker for the first cubes, in seconds.
func (t *tree) serial() float64 {
	sum := 0.0
	for _, i := range t.first {
		sum += t.cubes[i].count
	}
	return sum
}

// at returns the number of the cube at a path.
func (t *tree) at(path string) (i int) {
	level := t.first
	for step := range strings.SplitSeq(path, ".") {
		i, _ = strconv.Atoi(step) // from the state, so it is a number
		i = level[i]
		level = t.cubes[i].children
	}
	return i
}
