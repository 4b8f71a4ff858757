//go:build !unix

package durable

// withoutWaiting is 0, because these systems have no pipes with names of files.
const withoutWaiting = 0
