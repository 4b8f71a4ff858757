//go:build !page

package serve

import (
	"context"
	"io"
	"math/big"
	"slices"

	"crosscut"
	"crosscut/encode"
	"crosscut/proof"
	"crosscut/puzzle"
	"crosscut/sat"
)

func prove(ctx context.Context, t *task) (any, error) {
	p, room := t.file.Puzzle, t.room()
	var found []puzzle.Solution
	err := crosscut.Native.Search(ctx, p, t.meter, func(s puzzle.Solution) bool {
		found = append(found, slices.Clone(s))
		return room.take(p.Board().Len())
	})
	switch {
	case room.full():
		return nil, tooLong(t.bounds.Bytes)
	case err != nil:
		return nil, err
	}
	c := proof.Claim{Puzzle: p, Solutions: found, Encoding: encode.Encoding(t.options.text("encoding"))}
	if t.options.flag("lrat") {
		c.Format = sat.LRAT
	}
	r := Certificate{File: t.file.Name, Right: true, Solutions: big.NewInt(int64(len(found))), Files: make(map[string]string)}
	if r.Variables, r.Clauses, err = c.Size(ctx); err != nil {
		return nil, err
	}
	r.Clauses += len(found)
	err = c.Files(ctx, t.meter, func(name string, content func(io.Writer) error) error {
		out := t.buffer()
		err := content(out)
		r.Files[name] = out.String()
		return err
	})
	if err != nil {
		return nil, OtherModel(err, "solutions", crosscut.Native.Name)
	}
	return r, nil
}
