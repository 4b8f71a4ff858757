package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"crosscut/generate"
	"crosscut/internal/durable"
)

// made prints a puzzle, and a line of --- if another one follows.
func (p *printer) made(f *generateFlags, m *generate.Made) error {
	if p.json {
		return cmp.Or(p.object(f.NewMade(m)), p.flush())
	}
	between := ""
	if m.Number < f.Count {
		between = "---\n"
	}
	return cmp.Or(p.text("%s%s", f.Text(m), between), p.flush())
}

// writeOrSame writes a new file. If it exists with the same text, it is already finished.
func writeOrSame(name, text string) error {
	err := durable.WriteNew(name, func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	})
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

// differs is the error for a file that another run has written.
func differs(name string) error {
	return fmt.Errorf("%s: already exists and is not what this run makes; name another folder", shownName(name))
}

// readSmall reads an ordinary file that is no larger than a puzzle can be.
func readSmall(name string) (string, error) {
	info, err := os.Stat(name)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Size() > maxAnswer {
		return "", fmt.Errorf("%s: not a puzzle", shownName(name))
	}
	text, err := os.ReadFile(name)
	return string(text), err
}
