package main

// The objects of --format json1. The rest of the program makes objects of version 2.

// olderRecord is a JSON object that has another form in version 1.
type olderRecord interface{ version1() any }

// older puts the words into "stopped", and leaves "detail" away.
func (r stopRecord) older() stopRecord { return stopRecord{Stopped: r.Detail} }

func (r endRecord) version1() any {
	r.stopRecord, r.Others = r.stopRecord.older(), ""
	return r
}

func (r countRecord) version1() any {
	r.stopRecord = r.stopRecord.older()
	return r
}

func (r uniqueRecord) version1() any {
	r.stopRecord, r.UpToSymmetry, r.Images = r.stopRecord.older(), false, 0
	return r
}

func (r checkRecord) version1() any {
	engines := make([]engineRecord, len(r.Engines))
	for i, e := range r.Engines {
		e.stopRecord = e.stopRecord.older()
		engines[i] = e
	}
	r.Engines = engines
	return r
}

func (r coversRecord) version1() any {
	r.stopRecord = r.stopRecord.older()
	return r
}

func (r whyRecord) version1() any {
	r.stopRecord = r.stopRecord.older()
	return r
}

func (r stepRecord) version1() any {
	r.Technique = r.technique.String()
	return r
}

func (r stepsRecord) version1() any {
	r.End = r.endText
	return r
}

func (r madeRecord) version1() any {
	r.Hardest = r.hardestName
	return r
}

func (r gradeRecord) version1() any {
	r.Hardest, r.Profile = r.hardestName, r.namedProfile
	return r
}

func (r repairRecord) version1() any {
	older := olderRepairRecord{File: r.File, Changes: []string{}, Text: r.Text}
	older.Changes = append(older.Changes, changeTexts(r.Changes)...)
	for _, way := range r.Others {
		older.Others = append(older.Others, changeTexts(way))
	}
	return older
}

// olderRepairRecord is repairRecord in version 1.
type olderRepairRecord struct {
	File    string     `json:"file"`
	Changes []string   `json:"changes"`
	Others  [][]string `json:"others,omitempty"`
	Text    string     `json:"text"`
}

// changeTexts returns the words of changes.
func changeTexts(changes []changeRecord) []string {
	texts := []string{}
	for _, c := range changes {
		texts = append(texts, c.Text)
	}
	return texts
}
