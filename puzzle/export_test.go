package puzzle

// HasQuick reports whether a draughtboard has the quick check.
func HasQuick(p *Draughtboard) bool { return p.quick != nil }

// QuickAccepts is the quick check of a draughtboard.
func QuickAccepts(p *Draughtboard, s Solution) bool { return p.quick.accepts(p, s) }

// SlowCheck is the check of a draughtboard without the quick one.
func SlowCheck(p *Draughtboard, s Solution) error { return p.check(s, false) }
