//go:build !js

package base

// This file lets other goroutines run, on platforms where they do not run by
// themselves. Long loops call it.
//
// On js, Go has one thread and interrupts no goroutine (golang/go#71134). A loop that never
// waits keeps timers from firing and the page's messages from arriving. So a loop makes room
// for them by itself. On other platforms the functions do nothing and cost nothing.

// PollOften is for polls that are less than a millisecond apart.
func PollOften() {}

// PollSeldom is for polls that are up to a few hundred milliseconds apart.
func PollSeldom() {}
