//go:build !page

package proof

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"strings"

	"crosscut/dlx"
	"crosscut/encode"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

// The check reads what is claimed: a puzzle and its solutions, or a problem and its covers.

// readPuzzle reads the puzzle, the encoding and the solutions.
func (k *check) readPuzzle() error {
	var file *text.File
	err := k.read(puzzleFile, func(r io.Reader, _ int64) (err error) {
		file, err = text.Read(r, puzzleFile, "")
		return err
	})
	if err != nil {
		return err
	}
	encoding, err := k.readEncoding(file.Puzzle.Family())
	if err != nil {
		return err
	}
	d, err := newPuzzleDraft(k.ctx, file.Puzzle, text.Notes{}, encoding)
	if err != nil {
		return k.verdict(puzzleFile, err)
	}
	k.draft = &d.draft
	k.checked.Puzzle = file.Puzzle
	if n := k.checked.Count; n != nil {
		if d.encoding != CountEncoding {
			return &RejectedError{encodingFile, errors.New("solutions are counted in the encoding " + CountEncoding)}
		}
		return agreesWith(file, n)
	}
	if err := k.read(solutionsFile, func(r io.Reader, _ int64) error { return d.readSolutions(r) }); err != nil {
		return err
	}
	k.checked.Solutions = d.solutions
	return agreesWith(file, big.NewInt(int64(len(d.solutions))))
}

// agreesWith returns an error if the file of a puzzle says another number of solutions.
func agreesWith(file *text.File, n *big.Int) error {
	if !file.Solutions.Allows(n, true) {
		return &RejectedError{puzzleFile, fmt.Errorf("it says \"solutions: %v\", and the certificate is about %v", file.Solutions, n)}
	}
	return nil
}

// readEncoding returns the name of the encoding. If no file names one it is "", the
// default.
func (k *check) readEncoding(family puzzle.Family) (name string, err error) {
	err = k.read(encodingFile, func(r io.Reader, _ int64) error {
		line, err := io.ReadAll(io.LimitReader(r, longestLine))
		name = strings.TrimSpace(string(line))
		if err == nil && name != CountEncoding && !called(encode.Encodings(family), name) {
			err = fmt.Errorf("a %s has no encoding %q", family, name)
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return name, err
}

// longestLine is the largest length of a line that stands alone in its file, in bytes.
const longestLine = 100

// readSolutions reads the list as a solution file, so blanks, empty lines and the end of the
// last line do not matter. The second reading looks at the comments too.
func (d *puzzleDraft) readSolutions(r io.Reader) error {
	in := bufio.NewReader(r)
	head, err := in.Peek(longestLine)
	if errors.Is(err, io.EOF) && strings.TrimSpace(string(head)) == "# no "+d.noun {
		return nil
	}
	list := text.NewSolutionReader(in, solutionsFile, d.puzzle)
	for {
		s, err := list.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = d.exclude(s)
		}
		if err != nil {
			return err
		}
	}
}

// readCover reads the problem and the covers.
func (k *check) readCover() error {
	var p *dlx.Problem
	err := k.read(problemFile, func(r io.Reader, _ int64) (err error) {
		p, err = dlx.Read(r, problemFile)
		return err
	})
	if err != nil {
		return err
	}
	encoding := ""
	if k.checked.Count != nil {
		encoding = CountEncoding
	}
	d, err := newCoverDraft(k.ctx, p, encoding)
	if err != nil {
		return k.verdict(problemFile, err)
	}
	k.draft = &d.draft
	k.checked.Problem = p
	if k.checked.Count != nil {
		return nil
	}
	err = k.read(coversFile, func(r io.Reader, _ int64) error { return d.readCovers(r) })
	k.checked.Covers = d.covers
	return err
}

// readCovers reads the list of covers, which must be as [Claim.Write] writes it.
func (d *coverDraft) readCovers(r io.Reader) error {
	have, want := sha256.New(), sha256.New()
	lines := bufio.NewScanner(io.TeeReader(r, have))
	lines.Buffer(nil, longestOption)
	var cover []int
	begun := false
	for lines.Scan() {
		var o int
		if strings.HasPrefix(lines.Text(), "# cover ") {
			if err := d.excludeIf(begun, cover); err != nil {
				return err
			}
			begun, cover = true, nil
		} else if _, err := fmt.Sscanf(lines.Text(), "option %d:", &o); err == nil {
			cover = append(cover, o)
		}
		if len(cover) > d.problem.Primary() {
			return errors.New("a cover has more options than there are primary items")
		}
	}
	if err := cmp.Or(lines.Err(), d.excludeIf(begun, cover), d.writeList(want)); err != nil {
		return err
	}
	if !bytes.Equal(have.Sum(nil), want.Sum(nil)) {
		return errors.New("not a list of covers as it is written")
	}
	return nil
}

// longestOption is the largest length of a line with an option, in bytes.
const longestOption = 16 << 20

// excludeIf calls exclude for a cover, if there is one.
func (d *coverDraft) excludeIf(begun bool, cover []int) error {
	if !begun {
		return nil
	}
	return d.exclude(cover)
}
