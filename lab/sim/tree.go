package main

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

type tree struct {
	cubes []cube
	first []int // cubes without a parent
}

// cube is a cube of the tree. Its times are in seconds.
type cube struct {
	count, cut float64
	children   []int
}

func readTree(name string) (*tree, error) {
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
	t, err := parseTree(in)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return t, nil
}

func parseTree(in io.Reader) (*tree, error) {
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
	return t, nil
}

// deepen adds a level to the tree: each cube without parts is cut like a cube with such parts, taken at
// random. So the tree goes on as it ended.
func (t *tree) deepen(r *rand.Rand) {
	var models []cube
	for _, c := range t.cubes {
		if c.count > 0 && len(c.children) > 0 && !slices.ContainsFunc(c.children, func(i int) bool { return len(t.cubes[i].children) > 0 }) {
			models = append(models, c)
		}
	}
	if len(models) == 0 {
		return
	}
	for i := range t.cubes {
		if c := &t.cubes[i]; len(c.children) == 0 {
			model := &models[r.IntN(len(models))]
			c.cut = model.cut
			for _, part := range model.children {
				c.children = append(c.children, len(t.cubes))
				t.cubes = append(t.cubes, cube{count: t.cubes[part].count / model.count * c.count, cut: t.cubes[part].cut})
				c = &t.cubes[i] // it may have moved
			}
		}
	}
}

// serial returns the time of one worker for the first cubes, in seconds.
func (t *tree) serial() float64 {
	sum := 0.0
	for _, i := range t.first {
		sum += t.cubes[i].count
	}
	return sum
}

func (t *tree) at(path string) *cube {
	level, c := t.first, (*cube)(nil)
	for step := range strings.SplitSeq(path, ".") {
		i, _ := strconv.Atoi(step) // from the state, so it is a number
		c = &t.cubes[level[i]]
		level = c.children
	}
	return c
}
