package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"crosscut"
	"crosscut/cmd/internal/files"
	"crosscut/human"
	"crosscut/internal/base"
	"crosscut/meter"
	"crosscut/puzzle"
	"crosscut/puzzle/text"
	"crosscut/show"
	"crosscut/show/paper"
)

type bookletPuzzle struct {
	puzzle   puzzle.Puzzle
	solution puzzle.Solution
	several  bool         // more than one solution
	grade    *human.Grade // nil if there are several solutions, or no steps of a person
	title    string       // with the author; "" for none
	labels   []string
}

// readBooklet reads the puzzles of files, solves and grades them. It reports a puzzle without
// a solution.
func (a *app) readBooklet(ctx context.Context, f *bookletFlags, names []string) (puzzles []bookletPuzzle, err error) {
	if len(names) == 0 {
		return nil, nil
	}
	err = a.eachPuzzle(ctx, names, &f.inputFlags, 1, func(a *app, file *text.File) error {
		found, err := crosscut.Distinct(ctx, a.engines[0], file.Puzzle, 2, new(meter.Meter))
		switch {
		case err != nil:
			return a.fails(file, err)
		case len(found) == 0:
			a.outcome(exitNo)
			a.complain(file.Name + ": no solution, so no booklet")
			return nil
		}
		p := bookletPuzzle{puzzle: file.Puzzle, solution: found[0], several: len(found) > 1, title: titleOf(file, ""), labels: file.Labels}
		p.title = strings.TrimPrefix(p.title, ", ")
		if !p.several {
			p.grade, err = files.RunOrAbandon(ctx, func() (*human.Grade, error) { return human.GradeOf(ctx, p.puzzle, human.Extreme) }) // a single step may take long
			if err != nil && !errors.Is(err, human.ErrNoSteps) {
				return a.fails(file, err)
			}
		}
		puzzles = append(puzzles, p)
		return nil
	})
	return puzzles, err
}

// repeated returns the number of puzzles with the solution of another one before them. There are only
// 8 magic squares of 3x3, for example.
func repeated(puzzles []bookletPuzzle) (again int) {
	met := make(map[string]bool)
	for _, p := range puzzles {
		key := fmt.Sprintln(p.puzzle.Family(), puzzle.Format(p.puzzle, p.solution))
		if met[key] {
			again++
		}
		met[key] = true
	}
	return again
}

// pages returns the booklet, its sections, one for each type of puzzle and its rules, and that of the solutions.
func (f *bookletFlags) pages(puzzles []bookletPuzzle) (b paper.Booklet, sections []paper.Section, solutions paper.Section) {
	for _, p := range puzzles {
		heading, rules := show.RulesOf(p.puzzle)
		if !slices.ContainsFunc(sections, func(s paper.Section) bool { return s.Heading == heading && s.Rules == rules }) {
			sections = append(sections, paper.Section{Heading: heading, Rules: rules, Columns: f.puzzleLayout.columns, Rows: f.puzzleLayout.rows})
		}
	}
	b = paper.Booklet{
		Title: f.Title, Author: f.Author, Cover: true, Grey: f.Grey, Large: f.Large,
	}
	b.Width, b.Height, _ = paper.Size(f.Paper)
	if f.Landscape {
		b.Width, b.Height = b.Height, b.Width
	}
	solutions = paper.Section{Apart: true, Heading: "Solutions", Columns: f.answerLayout.columns, Rows: f.answerLayout.rows}
	number := 0
	for i := range sections {
		s := &sections[i]
		first := number + 1
		levels := make(map[human.Level]int)
		for _, p := range puzzles {
			if heading, rules := show.RulesOf(p.puzzle); heading != s.Heading || rules != s.Rules {
				continue
			}
			number++
			e := paper.Entry{Number: number, Picture: show.Picture{Puzzle: p.puzzle, Title: p.title, Labels: p.labels}}
			answer := paper.Entry{Number: number, Picture: show.Picture{Puzzle: p.puzzle, Filled: p.solution, Labels: p.labels}}
			if p.grade != nil {
				e.Level, e.Stars = p.grade.Level.String(), p.grade.Stars()
				levels[p.grade.Level]++
			}
			if p.several {
				answer.Title = "one of several solutions"
			}
			s.Entries, solutions.Entries = append(s.Entries, e), append(solutions.Entries, answer)
		}
		s.Contents = contentsOf(first, number, levels)
		if len(b.Samples) < 6 {
			b.Samples = append(b.Samples, s.Entries[0].Picture)
		}
	}
	b.Subject = fmt.Sprintf("%s with solutions, seed %d", base.Plural(number, "puzzle"), f.Seed)
	if f.Solutions != "" {
		b.Subject = fmt.Sprintf("%s, seed %d", base.Plural(number, "puzzle"), f.Seed)
	}
	return b, sections, solutions
}

// contentsOf returns what a section has: "1 to 11: 4 easy, 4 medium, 3 hard".
func contentsOf(first, last int, levels map[human.Level]int) string {
	var parts []string
	for _, level := range human.Levels() {
		if n := levels[level]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %v", n, level))
		}
	}
	numbers := fmt.Sprint(first)
	if last > first {
		numbers = fmt.Sprintf("%d to %d", first, last)
	}
	return strings.TrimSuffix(numbers+": "+strings.Join(parts, ", "), ": ")
}
