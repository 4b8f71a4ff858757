package ledger

// KeepOn is Keep on another file system.
var KeepOn = keepOn

// OpenJournalOn is OpenJournal on another file system, without a lock.
var OpenJournalOn = openJournalOn
