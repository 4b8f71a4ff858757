package ledger

// KeepOn is Keep on another file system.
var KeepOn = keepOn
