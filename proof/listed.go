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
	"slices"
	"strconv"
	"strings"

	"crosscut/dlx"
	"crosscut/encode"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
	"crosscut/sat"
)

// The check reads what is claimed: a puzzle and its solutions, a problem and its covers, or a formula and its models.

// readPuzzle reads the puzzle, the encoding, and the solutions.
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
	d, err := puzzleDraft(k.ctx, file.Puzzle, text.Notes{}, encoding)
	if err != nil {
		return k.verdict(puzzleFile, err)
	}
	k.draft, k.checked.Puzzle = d, file.Puzzle
	if n := k.checked.Count; n != nil {
		if d.encoding != countEncoding {
			return &RejectedError{encodingFile, errors.New("solutions are counted in the encoding " + countEncoding)}
		}
		return agreesWith(file, n)
	}
	if err := k.read(solutionsFile, func(r io.Reader, _ int64) error { return d.readSolutions(r) }); err != nil {
		return err
	}
	for _, s := range d.listed {
		k.checked.Solutions = append(k.checked.Solutions, s)
	}
	return agreesWith(file, big.NewInt(int64(len(d.listed))))
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
func (k *check) readEncoding(family puzzle.Family) (name encode.Encoding, err error) {
	err = k.read(encodingFile, func(r io.Reader, _ int64) error {
		line, err := io.ReadAll(io.LimitReader(r, longestLine))
		name = encode.Encoding(strings.TrimSpace(string(line)))
		if err == nil && name != countEncoding && !slices.Contains(encode.Encodings(family), name) {
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
func (d *draft) readSolutions(r io.Reader) error {
	in := bufio.NewReader(r)
	head, err := in.Peek(longestLine)
	if errors.Is(err, io.EOF) && strings.TrimSpace(string(head)) == "# no "+d.noun {
		return nil
	}
	for s, err := range text.Solutions(in, solutionsFile, d.puzzle) {
		if err == nil {
			err = d.list(s)
		}
		if err != nil {
			return err
		}
	}
	return nil
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
	var encoding encode.Encoding
	if k.checked.Count != nil {
		encoding = countEncoding
	}
	d, err := coverDraft(k.ctx, p, encoding)
	if err != nil {
		return k.verdict(problemFile, err)
	}
	k.draft, k.checked.Problem = d, p
	if k.checked.Count != nil {
		return nil
	}
	err = k.read(coversFile, func(r io.Reader, _ int64) error { return d.readCovers(r, p.Primary()) })
	k.checked.Covers = d.listed
	return err
}

// readCovers reads the list of covers.
func (d *draft) readCovers(r io.Reader, most int) error {
	return d.readAsWritten(r, func(cover []int, line string) ([]int, error) {
		var o int
		if _, err := fmt.Sscanf(line, "option %d:", &o); err == nil {
			cover = append(cover, o)
		}
		if len(cover) > most {
			return nil, errors.New("a cover has more options than there are primary items")
		}
		return cover, nil
	})
}

// readAsked reads the formula that asks for its models, and the models. Without variables to show, all are shown.
func (k *check) readAsked() error {
	err := k.read(askedFile, func(r io.Reader, _ int64) error {
		f, keep, _, err := sat.ReadDIMACS(r, askedFile)
		if err != nil {
			return err
		}
		if keep == nil {
			keep = f.AllVars()
		}
		k.checked.Formula = f
		k.draft, err = formulaDraft(f, keep)
		return err
	})
	if err != nil {
		return err
	}
	err = k.read(modelsFile, func(r io.Reader, _ int64) error { return k.draft.readModels(r, k.checked.Formula.Vars()) })
	k.checked.Models = k.draft.listed
	return err
}

// readModels reads the list of models.
func (d *draft) readModels(r io.Reader, vars int) error {
	return d.readAsWritten(r, func(model []int, line string) ([]int, error) {
		for word := range strings.FieldsSeq(strings.TrimPrefix(line, "v ")) {
			l, err := strconv.Atoi(word)
			if err != nil || len(model) > vars {
				return nil, fmt.Errorf("%.20q; a model has %d literals and a 0", word, vars)
			}
			if l != 0 {
				model = append(model, l)
			}
		}
		return model, nil
	})
}

// readAsWritten reads a list, which must be as [Claim.Write] writes it. add adds what a line says to an entry.
func (d *draft) readAsWritten(r io.Reader, add func(entry []int, line string) ([]int, error)) error {
	have, want := sha256.New(), sha256.New()
	lines := bufio.NewScanner(io.TeeReader(r, have))
	lines.Buffer(nil, longestOption)
	var entry []int
	var err error
	begun := false
	for err == nil && lines.Scan() {
		begins := strings.HasPrefix(lines.Text(), "# "+d.noun+" ")
		switch {
		case begins && begun:
			err, entry = d.list(entry), nil
		case begun:
			entry, err = add(entry, lines.Text())
		}
		begun = begun || begins
	}
	if err = cmp.Or(err, lines.Err()); err == nil && begun {
		err = d.list(entry)
	}
	if err = cmp.Or(err, d.writeList(want)); err != nil {
		return err
	}
	if !bytes.Equal(have.Sum(nil), want.Sum(nil)) {
		return fmt.Errorf("not a list of %ss as it is written", d.noun)
	}
	return nil
}

// longestOption is the largest length of a line with an option, in bytes.
const longestOption = 16 << 20
