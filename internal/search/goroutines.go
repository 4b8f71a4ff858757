package search

import (
	"fmt"
	"runtime/debug"
	"sync"
)

// Goroutines runs functions in goroutines of their own, and its zero value is ready.
//
// A panic in one of them would end the process, because no caller can recover it. Here it
// comes up again in the goroutine that calls [Goroutines.Wait], as a [Fault]. So a server can
// lose one question to a fault of the program, and keep the others.
type Goroutines struct {
	// Stop ends the other goroutines after a panic. Without it they go on to their end.
	Stop func()

	running sync.WaitGroup
	lock    sync.Mutex
	fault   *Fault
}

// Fault is a panic of another goroutine. It is the value of a panic itself.
type Fault struct {
	Value any    // the value of the panic
	Stack string // the stack of the goroutine
}

// Error returns the value and the stack, for the crash of a program.
func (f *Fault) Error() string { return fmt.Sprintf("%v\n\n%s", f.Value, f.Stack) }

// Go runs f in a goroutine.
func (g *Goroutines) Go(f func()) {
	g.running.Go(func() {
		defer func() {
			if value := recover(); value != nil {
				g.keep(value)
			}
		}()
		f()
	})
}

// keep keeps the first panic and stops the other goroutines.
func (g *Goroutines) keep(value any) {
	fault, passedOn := value.(*Fault)
	if !passedOn {
		fault = &Fault{value, string(debug.Stack())}
	}
	g.lock.Lock()
	if g.fault == nil {
		g.fault = fault
	}
	g.lock.Unlock()
	if g.Stop != nil {
		g.Stop()
	}
}

// Wait waits until all goroutines have ended. It panics if one of them has panicked.
func (g *Goroutines) Wait() {
	g.running.Wait()
	g.lock.Lock()
	defer g.lock.Unlock()
	if g.fault != nil {
		panic(g.fault)
	}
}
