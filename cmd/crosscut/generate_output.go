package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"

	"crosscut/cmd/internal/files"
	"crosscut/cmd/internal/serve"
	"crosscut/generate"
	"crosscut/internal/durable"
	"crosscut/puzzle"
)

// made prints a puzzle.
func (p *printer) made(f *generateFlags, m *generate.Made) error {
	return cmp.Or(p.puzzle(f.NewMade(m), f.Text(m)), p.flush())
}

// writeOrSame writes a new file. If it exists with the same text, it is already finished.
func writeOrSame(name, text string) error {
	err := durable.WriteNew(name, durable.Text([]byte(text)))
	if !errors.Is(err, fs.ErrExist) {
		return withGivenName(err, name)
	}
	switch was, err := readSmall(name); {
	case err != nil:
		return withGivenName(err, name)
	case was != text:
		return differs(name)
	}
	return nil
}

func differs(name string) error {
	return fmt.Errorf("%s: already exists and is not what this run makes; name another folder", files.ShownName(name))
}

// readSmall reads an ordinary file that is no larger than a puzzle can be.
func readSmall(name string) (string, error) {
	info, err := os.Stat(name)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Size() > maxAnswer {
		return "", fmt.Errorf("%s: not a puzzle", files.ShownName(name))
	}
	text, err := os.ReadFile(name)
	return string(text), err
}

// puzzleFolder is the folder of --dir. Nothing in it is ever overwritten. A run goes on with the
// numbers that the folder has. If the folder has the first puzzle of the run, an earlier run
// was the same, and this one continues it.
type puzzleFolder struct {
	flags  *generateFlags
	begun  bool
	before int // the number of the last puzzle in the folder that is not of this run
}

// save writes a puzzle and its solution to two files, and prints the name of the first. The
// puzzles of a run must come in order.
func (d *puzzleFolder) save(out *printer, m *generate.Made) error {
	f := d.flags
	if err := durable.MkdirAll(f.Dir); err != nil {
		return withGivenName(err, f.Dir)
	}
	text := f.Text(m)
	if !d.begun {
		if err := d.begin(text); err != nil {
			return err
		}
		d.begun = true
	}
	base := filepath.Join(f.Dir, f.BaseName(d.before+m.Number))
	if err := writeOrSame(base+".txt", text); err != nil {
		return err
	}
	if err := writeOrSame(base+".solution.txt", puzzle.Format(m.Puzzle, m.Solution)); err != nil {
		return err
	}
	return cmp.Or(out.text("%s: %s\n", base+".txt", serve.MadeText(m)), out.flush())
}

// begin finds out where the numbers of this run begin, from the text of its first puzzle.
func (d *puzzleFolder) begin(first string) error {
	entries, err := os.ReadDir(d.flags.Dir)
	if err != nil {
		return withGivenName(err, d.flags.Dir)
	}
	name := regexp.MustCompile("^" + string(d.flags.Family) + `-(\d+)(\.solution)?\.txt$`)
	for _, entry := range entries {
		match := name.FindStringSubmatch(entry.Name())
		if match == nil {
			continue
		}
		number, err := strconv.Atoi(match[1])
		if err != nil || number < 1 {
			continue
		}
		if match[2] == "" {
			text, err := readSmall(filepath.Join(d.flags.Dir, entry.Name()))
			if err == nil && text == first {
				d.before = number - 1
				return nil
			}
		}
		d.before = max(d.before, number)
	}
	return nil
}
