package search

// This file has what trees of cubes share, whatever is cut: how a node is cut into leaves, the
// paths of cubes, and a memory of cuts.

import (
	"container/heap"
	"context"
	"fmt"
	"strconv"
	"strings"
	"sync"
)

// Leaves cuts a node until there are n leaves or nothing is left to cut. It returns them in the order
// of the tree. cut returns the parts of a node, and false if the node stays whole. The leaf with the
// largest share is cut first, and the oldest of those with equal shares.
func Leaves[N any](poll func() error, root N, n int, share func(N) float64, cut func(N) ([]N, bool)) ([]N, error) {
	var open leafHeap[N]
	made := 0
	grow := func(node N) *leaf[N] {
		l := &leaf[N]{node: node, share: share(node), serial: made}
		made++
		heap.Push(&open, l)
		return l
	}
	top := grow(root)
	for leaves := 1; leaves < n && len(open) > 0; {
		if err := poll(); err != nil {
			return nil, err
		}
		l := heap.Pop(&open).(*leaf[N])
		parts, ok := cut(l.node)
		if !ok {
			continue
		}
		l.cut = true
		for _, part := range parts {
			l.children = append(l.children, grow(part))
		}
		leaves += len(parts) - 1
	}
	return top.leaves(nil), poll()
}

// leaf is a node while it is cut.
type leaf[N any] struct {
	node     N
	share    float64
	serial   int // number of nodes made before this one
	cut      bool
	children []*leaf[N]
}

// leaves appends the leaves below l, in the order of the tree.
func (l *leaf[N]) leaves(all []N) []N {
	if !l.cut {
		return append(all, l.node)
	}
	for _, child := range l.children {
		all = child.leaves(all)
	}
	return all
}

// leafHeap has the leaves that can still be cut.
type leafHeap[N any] []*leaf[N]

func (h leafHeap[N]) Len() int { return len(h) }
func (h leafHeap[N]) Less(i, j int) bool {
	if h[i].share != h[j].share {
		return h[i].share > h[j].share
	}
	return h[i].serial < h[j].serial
}
func (h leafHeap[N]) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *leafHeap[N]) Push(l any)   { *h = append(*h, l.(*leaf[N])) }
func (h *leafHeap[N]) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

// CubeTree is a tree of cubes: its first cut, and a memory of some of the other cuts. Any goroutine can use
// it.
type CubeTree[N any] struct {
	First []N
	Cut   func(ctx context.Context, node N) ([]N, error) // the parts of a node

	lock        sync.Mutex
	young, aged map[string][]N // when young is full, aged is dropped and young takes its place
}

// keptCuts is how many cuts a tree keeps twice, apart from the first one.
const keptCuts = 512

// Node returns the node at a path. It cuts one node for each number of the
// path, unless an earlier call cut it. A path without a node is an error, and so is the path "".
func (t *CubeTree[N]) Node(ctx context.Context, path string) (node N, err error) {
	numbers, err := Numbers(path)
	if err != nil {
		return node, err
	}
	if len(numbers) == 0 {
		return node, fmt.Errorf("the path %q is that of the whole", path)
	}
	leaves, at := t.First, ""
	for _, i := range numbers {
		if at != "" {
			if leaves, err = t.Parts(ctx, at, node); err != nil {
				return node, err
			}
		}
		if at = Child(at, i); i >= len(leaves) {
			return node, fmt.Errorf("no cube %.40s: %d cubes there", at, len(leaves))
		}
		node = leaves[i]
	}
	return node, nil
}

// Parts returns the parts of the node at a path.
func (t *CubeTree[N]) Parts(ctx context.Context, path string, node N) ([]N, error) {
	t.lock.Lock()
	leaves, ok := t.young[path]
	if !ok {
		leaves, ok = t.aged[path]
	}
	t.lock.Unlock()
	if !ok {
		var err error
		if leaves, err = t.Cut(ctx, node); err != nil {
			return nil, err
		}
	}
	t.lock.Lock()
	defer t.lock.Unlock()
	if t.young == nil || len(t.young) >= keptCuts {
		t.young, t.aged = make(map[string][]N), t.young
	}
	t.young[path] = leaves
	return leaves, nil
}

// Count returns the number of parts of the node at a path, and of the first cut for the path "".
func (t *CubeTree[N]) Count(ctx context.Context, path string) (int, error) {
	if path == "" {
		return len(t.First), context.Cause(ctx)
	}
	node, err := t.Node(ctx, path)
	if err != nil {
		return 0, err
	}
	leaves, err := t.Parts(ctx, path, node)
	return len(leaves), err
}

// Child returns the path of the i-th part of the node at a path: the numbers on the way there, with dots
// between them. The path of the whole is "".
func Child(path string, i int) string {
	if path == "" {
		return strconv.Itoa(i)
	}
	return path + "." + strconv.Itoa(i)
}

// maxDepth bounds the numbers of a path. A real path has some dozens: each number leaves a small part of
// the cube.
const maxDepth = 1 << 10

// Numbers returns the numbers of a path. A text that [Child] does not write is an error, and so is a path
// of more than 1024 numbers.
func Numbers(path string) ([]int, error) {
	if path == "" {
		return nil, nil
	}
	if strings.Count(path, ".") >= maxDepth {
		return nil, fmt.Errorf("path of more than %d numbers", maxDepth)
	}
	var numbers []int
	for text := range strings.SplitSeq(path, ".") {
		i, err := strconv.Atoi(text)
		if err != nil || i < 0 || strconv.Itoa(i) != text {
			return nil, fmt.Errorf("path %.40q; it is numbers with dots between them, such as 17.3", path)
		}
		numbers = append(numbers, i)
	}
	return numbers, nil
}
