// Command sim replays a measured tree of cubes with many workers, in simulated time. It
// shows how well the policy of package run uses them:
//
//	go run ./sim -workers 1000 TREE
//
// TREE has a line for each cube, perhaps compressed by gzip: its number, the number of its
// parent or -1, the milliseconds to count it, and the milliseconds to cut it. This writes the tree of
// a puzzle or an exact cover:
//
//	go run ./sim -measure PUZZLE > TREE
//
// The time to begin the search of a cube is left out. It is the same for large cubes and for small
// ones, and the simulated cubes are thousands of times as large.
//
// The efficiency is the time of one worker for the first cubes, without any cut, divided
// by the number of workers and by the simulated time. The report says where the rest of the
// time went. A cube at the bottom of the tree is cut like one above it, since a real cube of this size has
// parts.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
)

func main() {
	var o options
	var workers string
	flag.StringVar(&workers, "workers", "10,100,1000,10000", "numbers of workers, with commas")
	flag.DurationVar(&o.ideal, "ideal", 15*time.Minute, "time of the run at an efficiency of 100 %; the times of the tree are enlarged to that")
	flag.Float64Var(&o.spread, "spread", 1, "standard deviation of the logarithm of a forecast's error")
	flag.DurationVar(&o.latency, "latency", time.Millisecond, "time from a finished task to the next one")
	flag.DurationVar(&o.perTask, "task", 100*time.Microsecond, "time of the server for each task")
	flag.Uint64Var(&o.seed, "seed", 1, "seed of the errors of forecasts, and of parts below the tree")
	puzzle := flag.String("measure", "", "write the tree of the problem in this file")
	flag.DurationVar(&o.shortest, "shortest", 2*time.Millisecond, "cubes that take less are not cut as in the tree, since what each search needs to begin would count too much")
	flag.Parse()
	if *puzzle != "" {
		if err := measure(context.Background(), *puzzle, o.shortest, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, "sim:", err)
			os.Exit(2)
		}
		return
	}
	if err := simulateAll(&o, workers, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "sim:", err)
		os.Exit(2)
	}
}

func simulateAll(o *options, workers string, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("one file with a tree is needed, and got %d", len(args))
	}
	t, err := readTree(args[0], o.shortest, o.seed)
	if err != nil {
		return err
	}
	fmt.Printf("%d cubes; one worker needs %v for the first %d\n", len(t.cubes), seconds(t.serial()).Round(time.Millisecond), len(t.first))
	for text := range strings.SplitSeq(workers, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return fmt.Errorf("-workers %s; it is a list such as 100,1000", workers)
		}
		o.workers, o.scale = n, float64(n)*o.ideal.Seconds()/t.serial()
		r, err := simulate(t, o)
		if err != nil {
			return err
		}
		report(t, o, &r)
	}
	return nil
}

func seconds(x float64) time.Duration { return time.Duration(x * float64(time.Second)) }

// report prints how long a run took, and where the time of the workers went.
func report(t *tree, o *options, r *result) {
	serial, all := t.serial()*o.scale, r.elapsed.Seconds()*float64(o.workers)
	fmt.Printf("\n%d workers: %v, efficiency %.1f %%, %d cuts, %d tasks, the longest one %v\n", o.workers, r.elapsed.Round(10*time.Millisecond), 100*serial/all, r.cuts, r.tasks, r.longest.Round(time.Millisecond))
	for _, part := range []struct {
		name string
		time float64
	}{
		{"parts that take longer than their cubes", r.searching - serial},
		{"searches that were given up", r.probing},
		{"cutting", r.cutting},
		{"messages", r.messages},
		{"idle", r.idle},
	} {
		fmt.Printf("  %5.1f %%  %s\n", 100*part.time/all, part.name)
	}
}
