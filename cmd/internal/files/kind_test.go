package files

import (
	"os"
	"path/filepath"
	"testing"
)

// TestFilesOfOthersStay has files of other programs that begin nearly as ours. No document replaces them.
func TestFilesOfOthersStay(t *testing.T) {
	for form, text := range map[string]string{
		"link":     "# a script or a heading\nputs 1\n",
		"csv":      "puzzle: magic\n_,_\n_,_\n",
		"dlx":      "| a | b |\n|---|---|\n",
		"dimacs":   "c is a letter\n",
		"penpa":    "https://example.org/my-page\n",
		"kudamono": "https://example.org/my-page\n",
		"linkedin": "{\n  \"name\": \"a\"\n}\n",
		"letters":  "Dear Anna\nhow are you\n",
		"svg":      "<html><svg></svg></html>\n",
	} {
		name := filepath.Join(t.TempDir(), "file.txt")
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if Document(form).Refuse(name) == nil {
			t.Errorf("%s replaces a file with %q", form, text)
		}
	}
	for form, text := range map[string]string{
		"link":    "https://example.org/play#b7mtvQjMPxQxYGyU9NS\n",
		"dlx":     "| r1c2: a cell is covered\nr1c2\n",
		"dimacs":  "c puzzle: magic\n",
		"letters": "AAB\nBB \n",
		"svg":     "<svg xmlns=\"http://www.w3.org/2000/svg\">\n",
	} {
		if !Document(form).is([]byte(text)) {
			t.Errorf("%s is not known by %q", form, text)
		}
	}
}

// TestJSONOfOthersStays has lines in JSON of other programs. No result is appended to them.
func TestJSONOfOthersStays(t *testing.T) {
	for text, ours := range map[string]bool{
		`{"a":1}` + "\n":                         false,
		`{"version":"1","files":[]}` + "\n":      false,
		`{"file":"h.txt","count":6}` + "\n":      true,
		`{"file":"h.txt","text":"a line that is`: true,
	} {
		name := filepath.Join(t.TempDir(), "file.json")
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := Lines.Refuse(name); (err == nil) != ours {
			t.Errorf("%s: %v", text, err)
		}
	}
}
