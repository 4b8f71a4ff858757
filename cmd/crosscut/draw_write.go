package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"crosscut/cmd/internal/files"
	"crosscut/internal/durable"
	"crosscut/show"
	"crosscut/show/paper"
)

func (a *app) writePictures(ctx context.Context, f *drawFlags, d pictureSet) error {
	all := slices.Concat(d.puzzles, d.solutions)
	switch {
	case f.intoFolder():
		return a.writeEach(ctx, f, d.from, all)
	case f.To == "text":
		return a.writeTexts(ctx, f.Output, d.from, all)
	case d.puzzleCount > 1 && len(all) > 1:
		return fmt.Errorf("%d pictures do not fit into one %s file; name a folder such as DIR/ with --output, or make a PDF file of many with \"crosscut booklet\"",
			len(all), strings.ToUpper(f.To))
	case f.Output == "" && isTerminal(a.terminal):
		return fmt.Errorf("a terminal cannot show a %s picture; name a file with --output", strings.ToUpper(f.To))
	}
	return a.writePicture(ctx, f.To, f.Output, func(w io.Writer) (string, error) { return paper.Write(w, paper.Format(f.To), picturesOf(all)...) })
}

// writePicture is writeWhole for a function that takes long and has no context. The function returns
// the signs that the typeface lacks.
func (a *app) writePicture(ctx context.Context, form, name string, draw func(io.Writer) (lacking string, err error)) error {
	return a.writeWhole(ctx, files.Document(form), name, func(w io.Writer) error {
		lacking, err := files.RunOrAbandon(ctx, func() (string, error) { return draw(w) })
		if err == nil && lacking != "" {
			a.note(fmt.Sprintf("the typeface has no sign for %q; □ stands instead", lacking))
		}
		return err
	})
}

// writeEach writes every picture into its own file. It writes none if two would have the
// same name, or if one would overwrite an input.
func (a *app) writeEach(ctx context.Context, f *drawFlags, from []string, all []namedPicture) error {
	ending := f.To
	if ending == "text" {
		ending = "txt"
	}
	path := func(p namedPicture) string { return filepath.Join(f.Output, p.name+"."+ending) }
	named := make(map[string]bool)
	for _, p := range all {
		if named[p.name] {
			return fmt.Errorf("two pictures have the name %s.%s; draw them into different directories", p.name, ending)
		}
		named[p.name] = true
		if err := a.source().RefuseOverwrite("the picture", path(p), files.InputPlaces(from...)...); err != nil {
			return err
		}
	}
	if err := durable.MkdirAll(f.Output); err != nil {
		return withGivenName(err, f.Output)
	}
	for _, p := range all {
		var err error
		if f.To == "text" {
			err = a.writeTexts(ctx, path(p), from, []namedPicture{p})
		} else {
			err = a.writePicture(ctx, f.To, path(p), func(w io.Writer) (string, error) { return paper.Write(w, paper.Format(f.To), p.Picture) })
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// writeTexts writes pictures as text, with blank lines between them. Like other results, they are
// appended to a file, which has each of them only once.
func (a *app) writeTexts(ctx context.Context, name string, from []string, all []namedPicture) error {
	out, err := a.printer(ctx, &outputFlags{Output: name, kind: files.Drawn}, files.InputPlaces(from...)...)
	if err != nil {
		return err
	}
	had := ""
	if out.begun {
		text, err := os.ReadFile(name)
		if err != nil {
			return cmp.Or(withGivenName(err, name), out.close())
		}
		had = string(text)
	}
	between := out.begun
	for _, p := range all {
		text := p.Terminal(a.colours(name))
		if strings.Contains(had, text) {
			continue
		}
		if between {
			text = "\n" + text
		}
		between = true
		if err = cmp.Or(context.Cause(ctx), out.text("%s", text)); err != nil {
			break
		}
	}
	return cmp.Or(err, out.close())
}

// colours reports whether text may have colours: only on a terminal, and only if the user
// has not set NO_COLOR (no-color.org).
func (a *app) colours(output string) bool {
	return output == "" && os.Getenv("NO_COLOR") == "" && isTerminal(a.terminal)
}

func picturesOf(named []namedPicture) []show.Picture {
	var pictures []show.Picture
	for _, p := range named {
		pictures = append(pictures, p.Picture)
	}
	return pictures
}
