package search

// This file holds the tables of what the engines do beside their plain searches. An
// engine declares one row for each technique in its file techniques.go, next to the constants of
// that technique. The technique asks its row whether it is on.
//
// Every technique is on unless a test or a bench switches it off. No technique changes an answer:
// without it a search takes longer, or ends at its limit.

import (
	"fmt"
	"strings"
)

// Row describes a technique of an engine.
type Row struct {
	Name    string // as "restarts", unique within the engine
	File    string // the main file of the technique, below the folder of the engine
	Does    string // what it does, in one sentence
	Applies string // when it begins
	Gains   string // the class of puzzles that it is for, and what it gains there

	off bool
}

// On reports whether the technique is on.
func (r *Row) On() bool { return !r.off }

// Table has the techniques of an engine.
type Table struct {
	Engine string // the folder of the engine, as "native/internal/hidoku"
	Rows   []*Row
}

// tables has what was made by NewTable, in the order of the calls.
var tables []*Table

// NewTable makes the empty table of an engine and lists it. It is called while packages are initialized.
func NewTable(engine string) *Table {
	t := &Table{Engine: engine}
	tables = append(tables, t)
	return t
}

// Add appends a row to the table.
func (t *Table) Add(r Row) *Row {
	t.Rows = append(t.Rows, &r)
	return &r
}

// Tables returns the tables of the engines that the program has.
func Tables() []*Table { return tables }

// Switch switches a technique off or on again. Its name has the engine before it, as in
// "dlx: restarts". No search may run meanwhile. The error names what is unknown.
func Switch(name string, on bool) error {
	for _, t := range tables {
		short, found := strings.CutPrefix(name, t.Engine+": ")
		for _, r := range t.Rows {
			if found && r.Name == short {
				r.off = !on
				return nil
			}
		}
	}
	return fmt.Errorf("no technique is called %q", name)
}
