package ledger_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"

	"crosscut"
	"crosscut/cubes"
	"crosscut/ledger"
	"crosscut/puzzle/text"
)

// A count that survives its program: each finished cube is in the file. The second run counts
// only the other cubes.
func ExampleOpenJournal() {
	dir, err := os.MkdirTemp("", "ledger")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	p, err := text.Parse("puzzle: hidoku\nmoves: rook\n_,_,_,_\n_,_,_,_\n_,_,_,_\n_,_,_,_\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	const asked = 10
	all, err := cubes.Split(context.Background(), p, asked)
	if err != nil {
		fmt.Println(err)
		return
	}
	header := ledger.Header{
		Kind:   ledger.Count,
		Puzzle: fmt.Sprintf("%x", sha256.Sum256([]byte(p.String()))),
		Split:  cubes.Hash(all),
		Asked:  asked, Cubes: len(all),
	}
	interrupt := errors.New("interrupted")
	// run counts at most so many cubes.
	run := func(most int) (*big.Int, error) {
		sum, finished := new(big.Int), map[int]bool{}
		journal, _, err := ledger.OpenJournal(filepath.Join(dir, "ledger"), header, func(e ledger.Entry) error {
			sum.Add(sum, e.Count)
			finished[e.Cube] = true
			return nil
		})
		if err != nil {
			return nil, err
		}
		defer journal.Close()
		fmt.Println(len(finished), "cubes are finished")
		left := func(yield func(cubes.Cube) bool) {
			for _, c := range all {
				if !finished[c.Index()] && !yield(c) {
					return
				}
			}
		}
		err = crosscut.CountCubes(context.Background(), crosscut.Native, left, nil, func(r crosscut.CubeResult) error {
			if r.Err != nil {
				return r.Err // an unfinished cube: the next run counts it
			}
			if most--; most < 0 {
				return interrupt
			}
			sum.Add(sum, r.Count)
			return journal.Add(ledger.Entry{Cube: r.Cube.Index(), Count: r.Count, Engine: r.Engine})
		})
		return sum, err
	}
	_, err = run(4)
	fmt.Println(err)
	sum, err := run(len(all))
	fmt.Println(sum, err)
	// Output:
	// 0 cubes are finished
	// interrupted
	// 4 cubes are finished
	// 552 <nil>
}
