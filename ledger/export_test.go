package ledger

import "crosscut/internal/durable"

// KeepOn is Keep on another file system.
var KeepOn = keepOn

// OpenJournalOn is OpenJournal on another file system, without a lock. It returns what the
// ledger has.
func OpenJournalOn(fsys durable.FS, name string, h Header) (*Journal, *Ledger, error) {
	l := &Ledger{Header: h}
	j, dropped, err := openJournalOn(fsys, name, h, l.take)
	l.Dropped = dropped
	return j, l, err
}

func (l *Ledger) take(e Entry) error {
	l.Entries = append(l.Entries, e)
	return nil
}
