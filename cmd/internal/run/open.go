package run

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"crosscut/cubes"
)

// ErrDisk says that the disk or the file system of a run fails, or is full. The same command may go on later.
var ErrDisk = errors.New("the disk or the file system fails")

// ofDisk makes an error match [ErrDisk] if it is one of a disk. One of a missing right says what several users need.
func ofDisk(err error) error {
	if fails(err) && !errors.Is(err, ErrDisk) {
		return fmt.Errorf("%w: %w", ErrDisk, err)
	}
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("%w; several users of a run need a common group, and umask 002", err)
	}
	return err
}

// Open returns the run of a problem in a folder, or a new one, and the tree of its cubes. first is the
// number of first cubes that somebody asked for; with 0 it is that of the run, or [DefaultCubes].
func Open(ctx context.Context, dir string, p Problem, kind Kind, first, cut int) (_ *Folder, _ Tree, err error) {
	defer func() { err = ofDisk(err) }()
	was, there, err := peek(dir)
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
	made, err := tree.Children(ctx, "")
	if err != nil {
		return nil, nil, err
	}
	text := fmt.Append(nil, p.Form(), "\n", p.Text())
	f, err := Join(dir, Header{
		Kind: kind, Puzzle: hashOf(text), Split: hash,
		Asked: plan.First, Cubes: made, Cut: plan.Cut, Plan: plan.Version,
	})
	if err == nil {
		f.problem = text
	}
	return f, tree, err
}
