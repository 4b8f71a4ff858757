package main

import "crosscut/internal/answer"

// version1 returns an object in the form of --format json1. The rest of the program makes
// objects of version 2.
func version1(object any) any {
	switch r := object.(type) {
	case answer.End:
		r.Stop, r.Others = older(r.Stop), ""
		return r
	case answer.Count:
		r.Stop = older(r.Stop)
		return r
	case answer.Unique:
		r.Stop, r.UpToSymmetry, r.Images = older(r.Stop), false, 0
		return r
	case answer.Check:
		return olderCheck(r)
	case coversRecord:
		r.Stop = older(r.Stop)
		return r
	case answer.Why:
		r.Stop, r.EndSentence = older(r.Stop), nil
		return r
	case answer.Step:
		r.Technique, r.Sentence = r.Kind.String(), nil
		return r
	case answer.Steps:
		r.End = r.EndText
		return r
	case answer.Made:
		r.Hardest = r.HardestName
		return r
	case answer.Grade:
		r.Hardest, r.Profile, r.Stars = r.HardestName, r.NamedProfile, 0
		return r
	case answer.Repair:
		return olderRepair(r)
	case answer.Certificate:
		r.Statement, r.Uncovered = "", ""
		return r
	}
	return object
}

// older puts the words into "stopped", and drops "detail".
func older(s answer.Stop) answer.Stop { return answer.Stop{Stopped: s.Detail} }

// olderCheck returns the object of a comparison in version 1.
func olderCheck(r answer.Check) answer.Check {
	engines := make([]answer.EngineFound, len(r.Engines))
	for i, e := range r.Engines {
		e.Stop = older(e.Stop)
		engines[i] = e
	}
	r.Engines = engines
	return r
}

// olderRepair returns the object of a repaired puzzle in version 1.
func olderRepair(r answer.Repair) olderRepairRecord {
	older := olderRepairRecord{File: r.File, Changes: []string{}, Text: r.Text}
	older.Changes = append(older.Changes, changeTexts(r.Changes)...)
	for _, way := range r.Others {
		older.Others = append(older.Others, changeTexts(way))
	}
	return older
}

// olderRepairRecord is answer.Repair in version 1.
type olderRepairRecord struct {
	File    string     `json:"file"`
	Changes []string   `json:"changes"`
	Others  [][]string `json:"others,omitempty"`
	Text    string     `json:"text"`
}

// changeTexts returns the words of changes.
func changeTexts(changes []answer.Change) []string {
	texts := []string{}
	for _, c := range changes {
		texts = append(texts, c.Text)
	}
	return texts
}
