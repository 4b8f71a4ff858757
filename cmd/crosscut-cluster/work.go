package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"runtime"
	"strconv"
	"strings"

	"crosscut/cmd/crosscut-cluster/internal/natsq"
	"crosscut/cmd/internal/run"
	"crosscut/dlx"
	"crosscut/internal/base"
)

// Names of environment variables.
const (
	tokenName  = natsq.TokenName
	parentName = "CROSSCUT_CLUSTER_PARENT" // standard input ends when the parent does
	workerName = "CROSSCUT_CLUSTER_WORKER" // name of the worker
)

// accessFlags are the flags of commands that connect to a server.
type accessFlags struct{ natsq.Access }

func (f *accessFlags) add(set *flag.FlagSet) {
	set.StringVar(&f.Fingerprint, "fingerprint", "", "SHA-256 `hash` of the server's self-made certificate")
	set.StringVar(&f.CA, "tls-ca", "", "`file` with the certificate of an authority to trust")
	set.StringVar(&f.Creds, "creds", "", "`file` of NATS credentials")
	f.Token = os.Getenv(tokenName)
}

// runOf returns the name of the run at the end of a URL.
func (f *accessFlags) runOf(command, address string) (string, error) {
	u, err := url.Parse(address)
	f.URL = address
	if err != nil || !regexp.MustCompile("^/[0-9a-f]{12}$").MatchString(u.Path) {
		return "", errUsage(command, errors.New(command+" needs the URL of a run, as serve prints it, such as tls://head:4222/0123456789ab"))
	}
	return u.Path[1:], nil
}

// perCore adds a flag for a number that is that of the cores, unless it is given. Help and manual do not name it: they are
// the same on every machine.
func perCore(set *flag.FlagSet, name, usage string) *int {
	number := runtime.NumCPU()
	set.Func(name, usage+" (default one for each core)", func(text string) (err error) {
		if number, err = strconv.Atoi(text); err != nil {
			err = errors.New("it must be a whole number")
		}
		return err
	})
	return &number
}

// addEngine adds the flags that name an engine.
func addEngine(set *flag.FlagSet, e *run.Engine) {
	set.StringVar(&e.Name, "engine", "", "`name` of the engine: native, sat or dlx, and for an exact cover dlx or sat (default native, and dlx for an exact cover)")
	set.StringVar(&e.Core, "core", "", "`name` of the core of the engine dlx: "+strings.Join(base.Strings(dlx.Cores()), ", ")+" (default auto)")
}

func (p *program) work(ctx context.Context, args []string) error {
	var access accessFlags
	set := p.flags("work")
	access.add(set)
	jobs := perCore(set, "jobs", "`number` of cubes at once")
	var engine run.Engine
	addEngine(set, &engine)
	var limit base.Bytes
	set.Var(&limit, "memory", "give cubes back that need more memory than this `size`, such as 2G")
	address, err := p.parse(set, args, "URL")
	if err != nil {
		return err
	}
	if *jobs < 1 || *jobs > natsq.MaxJobs {
		return errUsage("work", fmt.Errorf("--jobs %d; it must be 1 to %d", *jobs, natsq.MaxJobs))
	}
	joined, err := access.runOf("work", address)
	if err != nil {
		return err
	}
	name := os.Getenv(workerName)
	if name == "" {
		host, _ := os.Hostname() // "" is as good a name
		name = fmt.Sprintf("%.60s-%d-%s", host, os.Getpid(), natsq.Token()[:6])
	}
	nc, err := access.Connect(name)
	if err != nil {
		return err
	}
	defer nc.Close()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if os.Getenv(parentName) != "" {
		go func() {
			os.Stdin.Read(make([]byte, 1)) // returns when the parent is gone
			cancel(errors.New("the parent process is gone"))
		}()
	}
	w := &natsq.Worker{Name: name, Engine: engine, Jobs: *jobs, Build: natsq.Build()}
	if limit > 0 {
		defer watchMemory(w, int64(limit), base.WatchMemory)()
	}
	err = w.Run(ctx, nc, joined)
	if errors.Is(err, errInterrupted) {
		return nil // the work is given back
	}
	return err
}

// watchMemory lets a worker give cubes back when the process needs more memory than the
// limit, until the caller calls stop. A cube that has killed workers gets half of it.
func watchMemory(w *natsq.Worker, limit int64, watch func(limit int64, over func() bool) (stop func())) (stop func()) {
	unwatch := watch(limit, w.Shed)
	w.Alone = func(alone bool) {
		unwatch()
		now := limit
		if alone {
			now /= 2
		}
		unwatch = watch(now, w.Shed)
	}
	return func() { unwatch() }
}
