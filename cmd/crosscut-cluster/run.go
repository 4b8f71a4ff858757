package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"

	"crosscut/internal/base"
)

// local counts on this machine, with worker processes.
func (p *program) local(ctx context.Context, args []string) error {
	f := serveFlags{listen: "127.0.0.1:0", lease: 20 * time.Second}
	set := p.flags("run")
	f.add(set)
	workers := perCore(set, "workers", "`number` of worker processes")
	addEngine(set, &f.engine)
	var limit base.Bytes
	set.Var(&limit, "memory", "`size` of the memory of each worker, such as 2G")
	name, err := p.parse(set, args, "file")
	if err != nil {
		return err
	}
	if err := f.check("run"); err != nil {
		return err
	}
	if *workers < 1 || *workers > 4096 {
		return errUsage("run", fmt.Errorf("--workers %d; it must be 1 to 4096", *workers))
	}
	if f.dir == "" {
		if f.dir, err = os.MkdirTemp("", "crosscut-cluster-"); err != nil {
			return err
		}
		defer os.RemoveAll(f.dir)
	}
	h, err := p.host(ctx, &f, name)
	if err != nil {
		return err
	}
	defer h.close()
	own, err := os.Executable()
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	children, end := context.WithCancel(context.Background())
	defer end()
	var running sync.WaitGroup
	command := []string{"work", h.access.URL, "--jobs", "1", "--engine", f.engine.Name, "--core", f.engine.Core}
	if limit > 0 {
		command = append(command, "--memory", limit.String())
	}
	for i := range *workers {
		running.Go(func() {
			if err := p.keepAlive(children, h, i, own, command...); err != nil {
				cancel(err)
			}
		})
	}
	err = h.Serve(ctx, h.conn)
	end()
	running.Wait()
	return p.finish(h, err)
}

// keepAlive runs a worker, and another one whenever it dies. The error says that workers
// end at once, again and again.
func (p *program) keepAlive(ctx context.Context, h *hosted, i int, program string, args ...string) error {
	for early, n := 0, 1; ctx.Err() == nil; n++ {
		name := fmt.Sprintf("worker-%d.%d", i+1, n)
		begin := time.Now()
		text, err := child(ctx, h, name, program, args)
		if ctx.Err() != nil {
			return nil
		}
		h.Lost(name)
		select {
		case <-ctx.Done(): // the run is over, and the worker knew it first
			return nil
		case <-time.After(300 * time.Millisecond):
		}
		if early++; time.Since(begin) > 3*time.Second {
			early = 0
		}
		if early == 20 {
			return fmt.Errorf("workers end at once: %w %s", err, text)
		}
		fmt.Fprintf(p.stderr, "crosscut-cluster: %s ended (%v); another one starts\n", name, err)
	}
	return nil
}

// child runs a worker to its end. It ends when its standard input does, so it never
// outlives this process.
func child(ctx context.Context, h *hosted, name, program string, args []string) (text string, err error) {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = append(os.Environ(), tokenName+"="+h.access.Token, parentName+"=1", workerName+"="+name)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 3 * time.Second
	in, err := cmd.StdinPipe()
	if err != nil {
		return "", err
	}
	defer in.Close()
	errs, err := cmd.StderrPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	last, _ := io.ReadAll(io.LimitReader(errs, 1<<12)) // ends with the worker
	io.Copy(io.Discard, errs)
	if err = cmd.Wait(); err == nil {
		err = errors.New("without an error")
	}
	return string(last), err
}
