package run

import (
	"cmp"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"crosscut/internal/durable"
)

// A claim says that a process searches a cube, so that others search other cubes. It is a file
// with the name of the cube. Whoever creates it has the cube, because only one process can create a
// file. When a process has died, another one creates the next file for the same cube: "17.3", "17.3~1",
// "17.3~2". So the last file says how many processes have died of the cube.
//
// A process shows that it lives: it changes its file among the workers from time to time. Others look
// whether the file has changed since they saw it, by their own clocks. So clocks may differ. A process
// that was only slow goes on, and then two search one cube. This costs time, but changes no total.

// claim is a cube that a process has or wants.
type claim struct {
	path   string
	deaths int // processes that have died of it
	alone  bool
	parts  int // into which it is cut, because too many have died of it; 0 if it is searched
}

// name returns the name of the file.
func (c claim) name() string {
	if c.deaths == 0 {
		return c.path
	}
	return c.path + "~" + strconv.Itoa(c.deaths)
}

// claimNamed returns the claim whose file has this name.
func claimNamed(name string) claim {
	path, deaths, _ := strings.Cut(name, "~")
	n, _ := strconv.Atoi(deaths)
	return claim{path: path, deaths: n}
}

// sign is what a process says of itself in its file among the workers.
type sign struct {
	Host  string   `json:"host"`
	PID   int      `json:"pid"`
	Jobs  int      `json:"jobs"`  // cubes that it searches at once
	Holds []string `json:"holds"` // the cubes that it searches now
	Beat  int      `json:"beat"`  // how often it has said so
	Gain  float64  `json:"gain"`  // by how much the finished share of the run has grown lately
	Over  float64  `json:"over"`  // in so many seconds
	Waits bool     `json:"waits"` // for room on the disk
}

// seen is what this process saw of another one.
type seen struct {
	text  string
	sign  sign
	since time.Time // when it was first as it is now, by the clock of this process
}

// desk has the claims and the signs of life in a folder.
type desk struct {
	f     *Folder
	lease time.Duration
	host  string

	others map[string]*seen // by the name of the process
	alone  bool             // none of them lives, as far as is known
	held   map[string]*seen // by the name of the file of a claim; text is the holder
	last   map[string]int   // by cube: the deaths that its last claim stands for
	joined map[string]int   // last, at the first look
	lost   map[string]bool  // by the name of the file: claims of this process whose searchers have died
}

func newDesk(f *Folder, lease time.Duration) *desk {
	host, _ := os.Hostname()
	return &desk{f: f, lease: lease, host: host, others: make(map[string]*seen), held: make(map[string]*seen), lost: make(map[string]bool)}
}

// open makes the folders.
func (d *desk) open() error {
	for _, sub := range []string{journals, claims, workers} {
		if err := durable.MkdirAll(d.f.file(sub, "")); err != nil {
			return err
		}
	}
	return nil
}

// take creates the file of a claim. It reports whether there was none, so that this process has the cube now.
func (d *desk) take(c claim) (bool, error) {
	file, err := create(d.f.file(claims, c.name()), os.O_EXCL)
	switch {
	case errors.Is(err, fs.ErrExist), d.f.isFull(err):
		return false, nil
	case err != nil:
		return false, err
	}
	_, err = file.WriteString(d.f.Name)
	if err = cmp.Or(err, file.Close()); err == nil {
		return true, nil
	}
	d.give(c, false) // others would soon take over a claim without a name
	if d.f.isFull(err) {
		err = nil
	}
	return false, err
}

// create opens a file to write to it.
func create(name string, flag int) (file *os.File, err error) {
	return file, inFolderOf(name, func() (err error) {
		file, err = os.OpenFile(name, os.O_CREATE|os.O_WRONLY|flag, 0o644)
		return err
	})
}

// give takes claims away. The files of processes that died of a cube go only when it is finished.
func (d *desk) give(c claim, finished bool) {
	_ = os.Remove(d.f.file(claims, c.name())) // a claim that stays is taken over some day
	for ; finished && c.deaths > 0; c.deaths-- {
		_ = os.Remove(d.f.file(claims, claim{path: c.path, deaths: c.deaths - 1}.name()))
	}
}

// lose says that the searcher of a cube has died. With all, the cube counts as one of which as many have
// died as make it deadly.
func (d *desk) lose(c claim, all bool) error {
	if all && c.deaths < deadly-1 {
		d.give(c, false)
		c.deaths = deadly - 1
	}
	d.lost[c.name()] = true
	_, err := d.take(c) // it may be there
	return err
}

// clear takes all claims away, because the run is finished.
func (d *desk) clear() {
	names, _ := d.f.namesIn(claims) // a claim that stays does no harm
	for _, name := range names {
		_ = os.Remove(d.f.file(claims, name))
	}
}

// show writes the sign of life of this process.
func (d *desk) show(s sign) error {
	s.Host, s.PID = d.host, os.Getpid()
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	file, err := create(d.f.file(workers, d.f.Name), 0)
	if err == nil { // over the old text, because a full disk has no room for a new one
		_, err = file.Write(text)
		err = cmp.Or(err, file.Truncate(int64(len(text))), file.Close())
	}
	if full(err) {
		return nil
	}
	return err
}

// leave takes the sign of life away.
func (d *desk) leave() { _ = os.Remove(d.f.file(workers, d.f.Name)) }

// hints returns the names of the files in a folder of hints; none if something else has its name.
func (d *desk) hints(sub string) ([]string, error) {
	names, err := d.f.namesIn(sub)
	if errors.Is(err, syscall.ENOTDIR) {
		return nil, nil
	}
	return names, err
}

// look reads the signs of life of the others.
func (d *desk) look() error {
	names, err := d.hints(workers)
	if err != nil {
		return err
	}
	there := make(map[string]*seen)
	d.alone = true
	for _, name := range names {
		if name == d.f.Name {
			continue
		}
		text, err := readSmall(d.f.file(workers, name))
		if err != nil {
			continue // it has just left
		}
		s := d.others[name]
		if s == nil || s.text != text {
			s = &seen{text: text, since: time.Now()}
			_ = json.Unmarshal([]byte(text), &s.sign) // it may be half written
		}
		there[name] = s
		d.alone = d.alone && d.dead(s)
	}
	d.others = there
	return nil
}

// readSmall reads a small file. It never waits.
func readSmall(name string) (string, error) {
	file, err := durable.OpenRegular(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	text := make([]byte, 1<<16)
	n, _ := file.Read(text)
	return string(text[:n]), nil
}

// list reads the claims of all.
func (d *desk) list() error {
	names, err := d.hints(claims)
	if err != nil {
		return err
	}
	there := make(map[string]*seen)
	d.last = make(map[string]int)
	for _, name := range names {
		c := claimNamed(name)
		if n, known := d.last[c.path]; !known || n < c.deaths {
			d.last[c.path] = c.deaths
		}
		if there[name] = d.held[name]; there[name] == nil {
			there[name] = &seen{since: time.Now()}
		}
	}
	if d.held = there; d.joined == nil {
		d.joined = maps.Clone(d.last)
	}
	return nil
}

// orphan reports whether the process with the last claim of a cube has died.
func (d *desk) orphan(path string) bool {
	name := claim{path: path, deaths: d.last[path]}.name()
	held := d.held[name]
	if held == nil {
		return false
	}
	if held.text == "" {
		held.text, _ = readSmall(d.f.file(claims, name))
	}
	if held.text == d.f.Name {
		return d.lost[name]
	}
	holder := d.others[held.text]
	if holder == nil { // it has left, its file is not visible yet, or it died before it wrote its name
		return time.Since(held.since) > d.lease/beats
	}
	return d.dead(holder)
}

// dead reports whether another process has died, as far as this one can know.
func (d *desk) dead(s *seen) bool {
	return s.sign.Host == d.host && !alive(s.sign.PID) || time.Since(s.since) > d.lease
}

// lives reports whether another process lives, as far as this one can know.
func (d *desk) lives(name string) bool {
	s := d.others[name]
	return s != nil && !d.dead(s)
}

// jobs returns how many cubes the living search at once, without this process.
func (d *desk) jobs() (n int) {
	for _, s := range d.others {
		if !d.dead(s) {
			n += max(1, s.sign.Jobs)
		}
	}
	return n
}
