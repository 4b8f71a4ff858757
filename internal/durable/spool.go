package durable

import "io"

// spool is a text on its way to the output, in a temporary file of its own. So a long text
// takes no memory.
type spool struct {
	fsys      FS
	name      string // of the output
	file      File   // nil when there is no text
	temporary string
	from, to  int64 // the text in the file
}

func (s *spool) write(text []byte) (int, error) {
	if s.file == nil {
		file, temporary, err := s.fsys.Temp(s.name)
		if err != nil {
			return 0, err
		}
		s.file, s.temporary, s.from, s.to = file, temporary, 0, 0
		_ = s.fsys.Remove(temporary) // so it goes with the program; on Windows close removes it
	}
	n, err := s.file.Write(text)
	s.to += int64(n)
	return n, err
}

// first returns a function that reads the first n bytes of the text from their beginning.
func (s *spool) first(n int64) func() *io.SectionReader {
	file, from := s.file, s.from
	return func() *io.SectionReader { return io.NewSectionReader(file, from, n) }
}

// drop takes away the first n bytes of the text.
func (s *spool) drop(n int64) {
	if s.from += n; s.from == s.to {
		s.close()
	}
}

func (s *spool) close() {
	if s.file == nil {
		return
	}
	_ = s.file.Close()             // its text is not needed any more
	_ = s.fsys.Remove(s.temporary) // gone already, except on Windows
	s.file = nil
}
