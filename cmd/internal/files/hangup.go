//go:build !js && !wasip1

package files

import (
	"os"
	"os/signal"
	"syscall"
)

// Hangup returns the signal of a terminal that closes, which ends a run as an interrupt
// does. It returns nothing when the program was started with that signal ignored, as nohup
// does.
func Hangup() []os.Signal {
	if signal.Ignored(syscall.SIGHUP) {
		return nil
	}
	return []os.Signal{syscall.SIGHUP}
}
