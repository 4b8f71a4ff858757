package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"math"
	"math/big"

	"crosscut"
	"crosscut/internal/durable"
	"crosscut/ledger"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// A run that finds all solutions cube by cube prints them, or appends them to a file. The
// file gets the solutions of a cube when the cube is finished, and the checkpoint says
// where they stand. Nothing is ever cut from the file.

// cubeText is the way of solutions into a file. It measures the text of each cube.
type cubeText struct {
	printer *printer
	file    *durable.Output
	hash    hash.Hash
	length  int64
}

func newCubeText(out *printer) *cubeText {
	t := &cubeText{file: out.file, hash: sha256.New()}
	t.printer = &printer{json: out.json, out: t}
	return t
}

// Write takes text from the printer.
func (t *cubeText) Write(text []byte) (int, error) {
	t.hash.Write(text) // never fails
	t.length += int64(len(text))
	return t.file.Write(text)
}

// endCube puts the length and the hash of the text since the last call into an entry.
func (t *cubeText) endCube(e *ledger.Entry) error {
	if err := t.printer.flush(); err != nil {
		return err
	}
	if e.Length = t.length; t.length > 0 {
		e.SHA256 = hex.EncodeToString(t.hash.Sum(nil))
	}
	t.hash.Reset()
	t.length = 0
	return nil
}

// solveRun is a run that finds all solutions of one puzzle cube by cube.
type solveRun struct {
	*app
	engine crosscut.Engine
	file   *text.File
	run    *cubeRun
	out    *printer  // of the command
	text   *cubeText // the way into the file of --output; nil when solutions are printed
	print  *printer  // takes the solutions: out, or that of text

	lost   map[int]ledger.Entry // entries of cubes that are searched again
	there  map[bodyHash]bool    // solutions that the file has without a mention in the checkpoint
	number int                  // number of the last solution
	found  int                  // solutions in the finished cubes
	inCube int                  // solutions so far in the cube that is searched
}

// solveByCubes finds all solutions of one puzzle cube by cube, and keeps a checkpoint.
func (a *app) solveByCubes(ctx context.Context, f *solveFlags, name string) error {
	e, file, out, err := a.openForCubes(ctx, &f.searchFlags, &f.checkpoint, name)
	if err != nil {
		return err
	}
	release, err := f.checkpoint.lock(&f.output)
	if err != nil {
		return cmp.Or(err, out.close())
	}
	defer release()
	s := &solveRun{app: a, engine: e, file: file, out: out, print: out}
	header := ledger.Header{Kind: ledger.Solutions, Form: f.output.format, Output: f.output.file}
	ctx, cancel := f.engine.limit.within(ctx)
	defer cancel()
	if s.run, err = a.beginCubeRun(ctx, &f.checkpoint, file, header); err == nil {
		err = s.resume(ctx, &f.checkpoint)
	}
	if err != nil {
		return cmp.Or(fmt.Errorf("%s: %w", file.Name, err), out.close())
	}
	return s.search(ctx, &f.engine)
}

// resume looks which cubes are finished, and starts to keep the checkpoint.
func (s *solveRun) resume(ctx context.Context, f *checkpointFlags) error {
	size := int64(math.MaxInt64)
	var err error
	if s.out.file != nil {
		if size, err = s.out.file.Size(); err != nil {
			return err
		}
	}
	for _, e := range s.run.entries {
		// A run that is killed may have noted a place and written nothing there. Then the
		// numbers of these solutions are free.
		if e.Count.Sign() > 0 && e.Offset < size {
			s.number = max(s.number, int(e.First+e.Count.Int64())-1)
		}
	}
	var publish ledger.Publish
	if s.out.file != nil {
		s.text = newCubeText(s.out)
		s.print = s.text.printer
		publish = s.out.file.Publish
		if err := s.readBack(ctx); err != nil {
			return err
		}
	}
	for _, e := range s.run.entries {
		s.found += int(e.Count.Int64())
	}
	return s.startKeeping(s.run, f, publish)
}

// search searches the cubes that are left and prints their solutions.
func (s *solveRun) search(ctx context.Context, f *engineFlags) error {
	m, outErr := new(crosscut.Meter), error(nil)
	err := s.watch(ctx, f, s.engine.Name, m, func(ctx context.Context) error {
		return crosscut.SearchCubes(ctx, s.engine, s.run.left, s.run.meterForRest(ctx, m), func(values puzzle.Solution) bool {
			outErr = s.solution(values)
			return outErr == nil
		}, func(i int) error {
			if outErr = s.endCube(i); outErr != nil {
				return outErr
			}
			return nil
		})
	})
	found := s.found + s.inCube
	switch {
	case outErr != nil:
		return cmp.Or(outErr, s.run.keeper.Save(), s.out.close())
	case err == nil && found == 0:
		s.outcome(exitNo)
	case err != nil:
		defer s.report(fmt.Errorf("%s: %w", s.file.Name, err))
	}
	if s.text == nil {
		outErr = s.out.lastLine(s.file, found, err)
	} else if err == nil && len(s.run.cubes) == 0 { // otherwise it is in the text of the last cube
		outErr = s.out.lastLine(s.file, 0, nil)
	}
	return cmp.Or(outErr, s.run.keeper.Save(), s.out.close())
}

// solution prints a solution, unless the file has it.
func (s *solveRun) solution(values puzzle.Solution) error {
	s.inCube++
	if len(s.there) > 0 && s.there[s.bodyHash(values)] {
		return nil
	}
	s.number++
	return s.print.solution(s.file, s.number, values)
}

// endCube adds the entry of a finished cube to the checkpoint. The text of the last cube
// includes the line that says how many solutions there are. So the checkpoint knows
// whether the file has that line.
func (s *solveRun) endCube(i int) error {
	count := s.inCube
	s.found += count
	s.inCube = 0
	e := cubeEntry(&s.run.left[i], s.engine, big.NewInt(int64(count)), "")
	if was, again := s.lost[e.Cube]; again && was.Count.Cmp(e.Count) != 0 {
		return cubeContradiction(was, "", e, "")
	}
	e.First = int64(max(1, s.number-count+1))
	if s.text != nil {
		if i == len(s.run.left)-1 {
			if err := s.print.lastLine(s.file, s.found, nil); err != nil {
				return err
			}
		}
		if err := s.text.endCube(&e); err != nil {
			return err
		}
	}
	return s.run.keeper.Add(e)
}
