package generate

import "crosscut/human"

// ErrWish is the error for wishes that make no sense.
var ErrWish = errWish

// StoppedEarly returns the error for a wish for a level that a limit ended before any puzzle was there.
func StoppedEarly(err error, wished human.Level) error { return stopped(err, wished, new(levels)) }
