package generate

// ErrWish is the error for wishes that make no sense.
var ErrWish = errWish
