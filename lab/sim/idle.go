package main

// idleTime says when workers had nothing to do, in seconds of workers.
type idleTime struct {
	start  float64 // before all of them had a task for the first time
	middle float64
	end    float64 // after the last moment when all of them had a task

	begun bool
	from  float64 // when all of them had a task for the first time
	until float64 // the last moment when all of them had a task
}

// wait counts idle workers from now until the next event.
func (t *idleTime) wait(idle int, now, next float64) { t.end += float64(idle) * (next - now) }

// allBusy says that all workers have a task now.
func (t *idleTime) allBusy(now float64) {
	if t.begun {
		t.middle += t.end
	} else {
		t.begun, t.from, t.start = true, now, t.end
	}
	t.until, t.end = now, 0
}

// sum returns the whole idle time.
func (t *idleTime) sum() float64 { return t.start + t.middle + t.end }
