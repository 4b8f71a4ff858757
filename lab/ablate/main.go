// Ablate says what each technique of the engines gains. It switches one technique off at a time,
// and compares processor time with all techniques on, in pairs of runs of child processes. Run it
// in the folder of the main module:
//
//	go -C lab run ./ablate -on                         time of each instance with all techniques on
//	go -C lab run ./ablate                             every technique on every class of its engine
//	go -C lab run ./ablate -rows 'dlx: restarts'       rows that a regular expression matches
//	go -C lab run ./ablate -classes 'hidoku/|queens'   classes that a regular expression matches
//	go -C lab run ./ablate -without 'dlx: zones'       rows that are off in every run
//	go -C lab run ./ablate -limit 20s -pairs 3 -raw /tmp/raw.tsv -list FILE
//	go -C lab run ./ablate -cores testdata/*/*.txt     each core of dlx on the exact covers of puzzles
//
// The list of instances is lab/ablate/instances.txt. A line has the class, the question (first, two,
// count or unsat) and the words that make the instance: see package instances. What is before the
// slash of a class says which engines it is for: "hidoku", "magic" and "draughtboard" are for
// native/…, sat, and (as exact covers) dlx; "cover" is for dlx. Numbers of workers are always one.
//
// A table has a line for each class: the number of instances, the geometric mean of time without
// the technique divided by time with it, the least and the greatest of these quotients, and how
// many instances are settled only with it, and only without it. An instance that is not settled
// within the limit counts with the limit. Instances with quotients near 1 are measured once, others
// -pairs times, of which the least time counts on either side.
package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"crosscut/internal/search"
	"crosscut/lab/instances"
)

type instance struct {
	class, question string
	words           []string
	file            string // with the text; "" until it is made
}

// String returns the words of the instance.
func (in *instance) String() string { return strings.Join(in.words, " ") }

// isFor reports whether an engine answers questions about the instance.
func (in *instance) isFor(engine string) bool {
	kind, _, _ := strings.Cut(in.class, "/")
	family, native := strings.CutPrefix(engine, "native/internal/")
	family, _, _ = strings.Cut(family, "/")
	switch {
	case native && slices.Contains([]string{"hidoku", "magic", "draughtboard"}, family):
		return family == kind
	case strings.HasPrefix(engine, "dlx"):
		return true
	}
	return kind != "cover"
}

type options struct {
	list, rows, classes, without, raw string
	limit                             time.Duration
	pairs                             int
	on, cores                         bool
	child                             child
}

func main() {
	var o options
	flag.StringVar(&o.list, "list", "ablate/instances.txt", "`FILE` with the instances")
	flag.StringVar(&o.rows, "rows", "", "`PATTERN` of the techniques to switch off (default all)")
	flag.StringVar(&o.classes, "classes", "", "`PATTERN` of the classes (default all)")
	flag.StringVar(&o.without, "without", "", "`NAMES` of techniques that are off in every run, with commas between them")
	flag.StringVar(&o.raw, "raw", "", "append every measurement to this `FILE`")
	flag.DurationVar(&o.limit, "limit", 20*time.Second, "`TIME` limit of a run")
	flag.IntVar(&o.pairs, "pairs", 3, "`NUMBER` of pairs of runs")
	flag.BoolVar(&o.on, "on", false, "only measure with all techniques on")
	flag.BoolVar(&o.cores, "cores", false, "compare the cores of dlx on the exact covers of the puzzles in files")
	flag.StringVar(&o.child.engine, "engine", "", "for child processes")
	flag.StringVar(&o.child.question, "question", "", "for child processes")
	flag.StringVar(&o.child.file, "file", "", "for child processes")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	run := o.bench
	if o.child.file != "" {
		run = o.answer
	}
	if err := run(ctx, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "ablate:", err)
		os.Exit(1)
	}
}

func (o *options) bench(ctx context.Context, out io.Writer) error {
	all, err := o.instances(ctx)
	if err != nil {
		return err
	}
	b := &bench{options: o, out: out, unsettled: map[string]bool{}}
	if b.program, err = os.Executable(); err != nil {
		return err
	}
	if b.log = io.Discard; o.raw != "" {
		file, err := os.OpenFile(o.raw, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
		if err != nil {
			return err
		}
		defer file.Close()
		b.log = file
	}
	if o.cores {
		return b.eachCore(ctx, all)
	}
	if o.on {
		return b.allOn(ctx, all)
	}
	pattern, err := regexp.Compile(o.rows)
	if err != nil {
		return err
	}
	for _, t := range search.Tables() {
		for _, r := range t.Rows {
			if name := t.Engine + ": " + r.Name; pattern.MatchString(name) && !slices.Contains(o.names(), name) {
				if err := b.row(ctx, t, r, all); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// names returns the techniques that are always off.
func (o *options) names() []string {
	return strings.FieldsFunc(o.without, func(r rune) bool { return r == ',' })
}

// instances reads the list, and makes the instances of the wanted classes. Their texts are kept in
// the folder for temporary files, by a hash of their words.
func (o *options) instances(ctx context.Context) (all []*instance, err error) {
	pattern, err := regexp.Compile(o.classes)
	if err != nil {
		return nil, err
	}
	list, err := os.ReadFile(o.list)
	if err != nil {
		return nil, err
	}
	if all, err = parse(string(list)); err != nil {
		return nil, err
	}
	if o.cores {
		all = nil
		for _, name := range flag.Args() {
			all = append(all, &instance{class: "cover", question: everyCover, words: []string{"cover", name}})
		}
	}
	all = slices.DeleteFunc(all, func(in *instance) bool { return !pattern.MatchString(in.class) })
	dir := filepath.Join(os.TempDir(), "crosscut-ablate")
	m := &instances.Maker{Root: "..", Program: filepath.Join(dir, "crosscut")}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(all, func(in *instance) bool { return slices.Contains(in.words, "generate") }) {
		if text, err := exec.CommandContext(ctx, "go", "build", "-C", "..", "-o", m.Program, "./cmd/crosscut").CombinedOutput(); err != nil {
			return nil, fmt.Errorf("building crosscut: %w\n%s", err, text)
		}
	}
	for _, in := range all {
		in.file = filepath.Join(dir, fmt.Sprintf("%x", sha256.Sum256([]byte(in.String())))[:16])
		if _, err := os.Stat(in.file); err == nil {
			continue
		}
		text, err := m.Text(ctx, in.words)
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", in.class, in, err)
		}
		if err := os.WriteFile(in.file, []byte(text), 0o644); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// parse reads a list of instances. Lines that begin with # are comments.
func parse(list string) (all []*instance, err error) {
	for number, line := range strings.Split(list, "\n") {
		words := strings.Fields(line)
		switch {
		case len(words) == 0 || strings.HasPrefix(words[0], "#"):
		case len(words) < 3 || !slices.Contains(questions, words[1]):
			return nil, fmt.Errorf("line %d: a class, one of %v, and the words of an instance are wanted: %q", number+1, questions, line)
		default:
			all = append(all, &instance{class: words[0], question: words[1], words: words[2:]})
		}
	}
	return all, nil
}

// lines returns how many lines the files of a technique have. A row may name several files, with
// commas between them.
func lines(engine, files string) (n int, err error) {
	for _, name := range strings.Split(files, ",") {
		text, err := os.ReadFile(filepath.Join("..", engine, strings.TrimSpace(name)))
		if err != nil {
			return 0, err
		}
		n += strings.Count(string(text), "\n")
	}
	return n, nil
}

// errAnswers says that a technique changes an answer.
var errAnswers = errors.New("the answers differ")
