package run

import (
	"context"
	"fmt"

	"crosscut/cubes"
	"crosscut/internal/run/problem"
)

// Open returns the run of a problem in a folder, or a new one, and the tree of its cubes. first is the
// number of first cubes that somebody asked for; with 0 it is that of the run, or [DefaultCubes].
func Open(ctx context.Context, dir string, p problem.Problem, kind Kind, first, cut int) (*Folder, problem.Tree, error) {
	was, there, err := Peek(dir)
	if err != nil {
		return nil, nil, err
	}
	switch {
	case first > 0:
	case there && was.Asked > 0 && was.Asked <= cubes.Max:
		first = was.Asked
	default:
		first = DefaultCubes
	}
	plan := p.Plan(first, cut)
	tree, err := p.Cut(ctx, plan)
	if err != nil {
		return nil, nil, err
	}
	hash, err := tree.Hash(ctx)
	if err != nil {
		return nil, nil, err
	}
	text := fmt.Append(nil, p.Form(), "\n", p.Text())
	f, err := Join(dir, Header{
		Kind: kind, Puzzle: hashOf(text), Split: hash,
		Asked: plan.First, Cubes: tree.Len(), Cut: plan.Cut, Plan: plan.Version,
	})
	if err == nil {
		f.problem = text
	}
	return f, tree, err
}
