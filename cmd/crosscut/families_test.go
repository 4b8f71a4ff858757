package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"crosscut"
	"crosscut/cmd/internal/exchange"
	"crosscut/cubes"
	"crosscut/diagnose"
	"crosscut/encode"
	"crosscut/generate"
	"crosscut/human"
	"crosscut/internal/puzzletest"
	"crosscut/native"
	"crosscut/proof"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
	"crosscut/show"
	"crosscut/show/paper"
)

// familySample is what the test knows of a family: a small puzzle with a few solutions, and
// one without.
type familySample struct {
	p, none   puzzle.Puzzle
	file      string // of p, from the root of the module
	solutions []puzzle.Solution
	t         *testing.T
}

// samplesOf returns small puzzles of testdata/FAMILY: the first plain one, and variants of it with
// different rules. A short test takes one variant.
func samplesOf(t *testing.T, family puzzle.Family) (all []familySample) {
	t.Helper()
	require.DirExists(t, "testdata/"+string(family))
	var none puzzle.Puzzle
	seen := make(map[string]bool)
	for _, file := range puzzletest.Files(t, "testdata/"+string(family)) {
		p, claim := file.Puzzle, file.Solutions.String()
		require.Equal(t, family, p.Family(), "testdata/%s/%s", family, file.Name)
		rules := puzzle.Variant(p)
		switch {
		case p.Board().Len() > 36:
		case claim == "0" && none == nil && puzzle.Variant(p) == "":
			none = p
		case slices.Contains([]string{"1", "2", "4", "8"}, claim) && !seen[rules]:
			seen[rules] = true
			all = append(all, familySample{p: p, file: "testdata/" + string(family) + "/" + file.Name})
		}
	}
	require.True(t, seen[""], "testdata/%s needs a small puzzle with few solutions", family)
	require.NotNil(t, none, "testdata/%s needs a small puzzle with no solution", family)
	slices.SortStableFunc(all, func(a, b familySample) int { return cmp.Compare(puzzle.Variant(a.p), puzzle.Variant(b.p)) })
	if !puzzletest.Long() {
		all = all[:min(2, len(all))]
	}
	for i := range all {
		s := &all[i]
		s.none = none
		for _, e := range crosscut.Engines() { // the first one that knows the family
			if found, err := crosscut.First(context.Background(), e, s.p, 0, nil); err == nil && s.solutions == nil {
				s.solutions = found
			}
		}
		require.NotEmpty(t, s.solutions, "no engine solves %s; begin with native.Search", s.file)
	}
	return all
}

// entryPoint is something that works for every family.
type entryPoint struct {
	name string
	try  func(s familySample) error
}

// counted returns an error unless n is the number of solutions of the sample.
func (s *familySample) counted(n any, err error) error {
	if err == nil && fmt.Sprint(n) != fmt.Sprint(len(s.solutions)) {
		err = fmt.Errorf("%v solutions instead of %d", n, len(s.solutions))
	}
	return err
}

// exchanged returns an error unless the puzzle comes back from a form of another program.
func (s *familySample) exchanged(form string) error {
	content, _, err := exchange.Write(form, []*exchange.Entry{{File: text.File{Name: s.file, Puzzle: s.p}}})
	if err != nil {
		return err
	}
	back, err := exchange.Read(form, bytes.NewReader(content), form, "")
	if err == nil && back[0].Puzzle.String() != s.p.String() {
		err = fmt.Errorf("%s reads back as\n%s", form, back[0].Puzzle)
	}
	return err
}

// refuses reports whether an error says that a variant is not known there.
func (s *familySample) refuses(err error) bool {
	variant := puzzle.Variant(s.p)
	return err != nil && variant != "" && (strings.Contains(err.Error(), variant) || strings.Contains(err.Error(), "no such puzzle can be made"))
}

// entryPoints are the places that a new family can be forgotten in.
var entryPoints = []entryPoint{
	{"text.Parse reads what String prints", func(s familySample) error {
		again, err := text.Parse(s.p.String())
		if err == nil && again.String() != s.p.String() {
			err = fmt.Errorf("it reads back as\n%s", again)
		}
		return err
	}},
	{"text.Read says what a wrong family is", func(s familySample) error {
		_, err := text.Parse("puzzle: nonsense\n1,2\n")
		if err == nil || !strings.Contains(err.Error(), string(s.p.Family())) {
			return fmt.Errorf("the error does not name the family: %v", err)
		}
		return nil
	}},
	{"text.ReadSolutions reads what Format prints", func(s familySample) error {
		content := puzzle.Format(s.p, s.solutions[0])
		found, err := text.ReadSolutions(strings.NewReader(content), "solution", s.p)
		if err == nil && len(found) != 1 {
			err = fmt.Errorf("%d solutions in\n%s", len(found), content)
		}
		return err
	}},
	{"cmd/internal/exchange: csv", func(s familySample) error { return s.exchanged("csv") }},
	{"cmd/internal/link", func(s familySample) error { return s.exchanged("link") }},
	{"puzzle.Symmetries", func(s familySample) error {
		group := puzzle.Symmetries(s.p)
		if len(group) == 0 {
			return errors.New("no identity")
		}
		for _, g := range group {
			if err := s.p.Check(g.Apply(nil, s.solutions[0])); err != nil {
				return err
			}
		}
		return nil
	}},
	{"puzzletest.Draw and puzzletest.Brute", func(s familySample) error {
		drawn := rapid.Custom(puzzletest.Draw)
		for seed := range 100 {
			if p := drawn.Example(seed); p.Family() == s.p.Family() {
				puzzletest.Brute(p)
				return nil
			}
		}
		return errors.New("never drawn")
	}},
	{"native.Search", func(s familySample) error {
		found := 0
		err := native.Search(context.Background(), s.p, nil, func(puzzle.Solution) bool {
			found++
			return true
		})
		return s.counted(found, err)
	}},
	{"native.Count", func(s familySample) error {
		n, err := native.Count(context.Background(), s.p, nil)
		return s.counted(n, err)
	}},
	{"encode.CNF", func(s familySample) error {
		found, err := crosscut.First(context.Background(), crosscut.SAT, s.p, 0, nil)
		return s.counted(len(found), err)
	}},
	{"encode.Encodings", func(s familySample) error {
		if len(encode.Encodings(s.p.Family())) == 0 {
			return errors.New("none listed")
		}
		return nil
	}},
	{"encode.ExactCover", func(s familySample) error {
		found, err := crosscut.First(context.Background(), crosscut.DLX, s.p, 0, nil)
		return s.counted(len(found), err)
	}},
	{"cubes.Split", func(s familySample) error {
		all, err := cubes.Split(context.Background(), s.p, 4)
		if err != nil {
			return err
		}
		found := 0
		for _, c := range all {
			err = errors.Join(err, crosscut.SearchCube(context.Background(), crosscut.Native, c, nil, func(puzzle.Solution) bool {
				found++
				return true
			}))
		}
		return s.counted(found, err)
	}},
	{"crosscut.CountUpToSymmetry", func(s familySample) error {
		n, err := crosscut.CountUpToSymmetry(context.Background(), crosscut.Native, s.p, nil)
		if err == nil && n.Sign() <= 0 {
			err = fmt.Errorf("%v classes", n)
		}
		return err
	}},
	{"diagnose.Why", func(s familySample) error {
		c, err := diagnose.Why(context.Background(), crosscut.Native, s.none, nil)
		if err == nil && c.Solution != nil {
			err = fmt.Errorf("a solution of\n%s", s.none)
		}
		return err
	}},
	{"diagnose.Repair", func(s familySample) error {
		r, err := diagnose.Repair(context.Background(), crosscut.Native, s.p, nil)
		switch _, numbered := s.p.(puzzle.Numbered); {
		case !numbered && strings.Contains(err.Error(), "a draughtboard has none"):
			return nil
		case err == nil && r.Puzzle == nil:
			err = errors.New("no puzzle")
		}
		return err
	}},
	{"diagnose.Certain", func(s familySample) error {
		c, err := diagnose.Certain(context.Background(), s.p, nil)
		if err == nil && c.Solution == nil {
			err = errors.New("no solution")
		}
		return err
	}},
	{"human.New", func(s familySample) error {
		solver, err := human.New(context.Background(), s.p, nil)
		if err == nil && len(solver.Board()) != s.p.Board().Len() {
			err = fmt.Errorf("a board of %d cells", len(solver.Board()))
		}
		return err
	}},
	{"human.GradeOf", func(s familySample) error {
		g, err := human.GradeOf(context.Background(), s.p, human.Extreme)
		if err == nil && g.Level < human.Easy {
			err = fmt.Errorf("level %v", g.Level)
		}
		return err
	}},
	{"generate.Puzzles", func(s familySample) error {
		made := 0
		err := generate.Puzzles(context.Background(), generate.Wish{Puzzle: s.p}, generate.Series{Seed: 1, Count: 1, Workers: 1}, func(generate.Made) bool {
			made++
			return true
		})
		if err == nil && made != 1 {
			err = fmt.Errorf("%d puzzles", made)
		}
		return err
	}},
	{"proof.Claim", func(s familySample) error {
		_, _, err := proof.Claim{Puzzle: s.p, Solutions: s.solutions}.Size(context.Background())
		return err
	}},
	{"paper.Write", func(s familySample) error {
		for _, format := range []paper.Format{paper.SVG, paper.PNG, paper.PDF} {
			var out bytes.Buffer
			if _, err := paper.Write(&out, format, show.Picture{Puzzle: s.p, Filled: s.solutions[0]}); err != nil {
				return fmt.Errorf("%v: %w", format, err)
			}
			if out.Len() == 0 {
				return fmt.Errorf("an empty %v", format)
			}
		}
		return nil
	}},
	{"show.Terminal", func(s familySample) error {
		text := (show.Picture{Puzzle: s.p, Filled: s.solutions[0]}).Terminal(false)
		if text == "" || text == puzzle.Format(s.p, s.solutions[0]) {
			return errors.New("nothing but the values, as for a type of another package")
		}
		return nil
	}},
	{"crosscut solve --format json, held to the schema", func(s familySample) error {
		result := validator(s.t)
		out := printed("", "solve", "--all", "--format", "json", s.file)
		if n := validate(s.t, result, out, s.file); n != len(s.solutions)+1 {
			return fmt.Errorf("%d lines:\n%s", n, out)
		}
		return nil
	}},
	{"crosscut --help", func(s familySample) error { return namesFamily(printed("", "--help"), s) }},
	{"crosscut help files", func(s familySample) error { return namesFamily(printed("", "help", "files"), s) }},
	{"crosscut solve --help", func(s familySample) error { return namesFamily(printed("", "solve", "--help"), s) }},
	{"crosscut generate --help", func(s familySample) error { return namesFamily(printed("", "generate", "--help"), s) }},
	{"crosscut generate FAMILY --help", func(s familySample) error {
		usage := "crosscut generate " + string(s.p.Family()) + " ["
		if help := printed("", "generate", string(s.p.Family()), "--help"); !strings.Contains(help, usage) {
			return fmt.Errorf("no command of that name:\n%s", help)
		}
		return nil
	}},
	{"crosscut unique, hint, grade, certain, draw", func(s familySample) error {
		for _, command := range []string{"unique", "hint", "grade", "certain", "draw"} {
			if printed("", command, s.file) == "" {
				return fmt.Errorf("%s prints nothing", command)
			}
		}
		return nil
	}},
}

// namesFamily returns an error unless a help text names the family.
func namesFamily(help string, s familySample) error {
	if !strings.Contains(help, string(s.p.Family())) {
		return fmt.Errorf("the family is not in\n%s", help)
	}
	return nil
}

// A family or a variant that is forgotten somewhere fails here, by the name of the place.
func TestEveryFamilyIsEverywhere(t *testing.T) {
	t.Chdir(filepath.Join("..", ".."))
	for _, family := range puzzle.Families() {
		for _, s := range samplesOf(t, family) {
			t.Run(string(family)+" "+puzzle.Variant(s.p), func(t *testing.T) {
				for _, entry := range entryPoints {
					t.Run(entry.name, func(t *testing.T) {
						s.t = t
						if err := entry.try(s); s.refuses(err) {
							t.Log(err)
						} else {
							assert.NoError(t, err)
						}
					})
				}
			})
		}
	}
}
