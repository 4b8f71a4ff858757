// Package chars makes texts of others plain: their characters in UTF-8, and their signs those that people type.
package chars

import (
	"bufio"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"crosscut/internal/base"
)

// Mark is the byte order mark, with which some programs begin a text. [UTF8] leaves it, since files that were joined may
// have several.
const Mark = "\ufeff"

// Reader reads a text in UTF-8, as [UTF8] makes it.
type Reader struct{ *bufio.Reader }

// UTF8 returns a reader of a text in UTF-8 with a buffer of so many bytes, or r if it is one already. Spreadsheets and
// programs of Windows write other encodings: UTF-16, which its mark or the zero byte of its first character tells, and
// Windows-1252, which every byte is that is no UTF-8. Each line ends in LF, whether it ended in LF, CR LF or CR. A text that
// gzip has compressed is unpacked first. Memory is constant, and the time linear. It reads nothing before its first use.
func UTF8(r io.Reader, buffer int) Reader {
	if plain, already := r.(Reader); already {
		return plain
	}
	return Reader{bufio.NewReaderSize(&decoder{from: base.Reader(r)}, buffer)}
}

// decoder chooses the encoding at its first use.
type decoder struct {
	from, to io.Reader
	err      error // of unpacking
}

func (d *decoder) Read(p []byte) (int, error) {
	if d.to == nil && d.err == nil {
		d.to, d.err = decoded(d.from)
	}
	if d.err != nil {
		return 0, d.err
	}
	return d.to.Read(p)
}

// decoded returns a reader of the characters of a text.
func decoded(r io.Reader) (io.Reader, error) {
	plain, err := base.Unpacked(r)
	if err != nil {
		return nil, err
	}
	in := bufio.NewReader(plain)
	var from io.Reader = in
	switch head, _ := in.Peek(2); {
	case len(head) < 2:
	case string(head) == "\xfe\xff" || head[0] == 0 && head[1] != 0:
		from = transform.NewReader(in, unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewDecoder())
	case string(head) == "\xff\xfe" || head[0] != 0 && head[1] == 0:
		from = transform.NewReader(in, unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM).NewDecoder())
	}
	return transform.NewReader(from, windows{}), nil
}

// windows passes UTF-8 on, and takes any other byte for a character of Windows-1252. It makes each line end in LF.
type windows struct{ transform.NopResetter }

// Transform implements [transform.Transformer].
func (windows) Transform(dst, src []byte, atEOF bool) (written, read int, err error) {
	for read < len(src) {
		if n := asTheyAre(dst[written:], src[read:]); n > 0 {
			written, read = written+n, read+n
			continue
		}
		char, size := rune(src[read]), 1
		switch {
		case char == '\r' && read+1 == len(src) && !atEOF:
			return written, read, transform.ErrShortSrc
		case char == '\r' && read+1 < len(src) && src[read+1] == '\n':
			read++
			continue
		case char == '\r':
			char = '\n'
		case char >= utf8.RuneSelf:
			if !atEOF && !utf8.FullRune(src[read:]) {
				return written, read, transform.ErrShortSrc
			}
			if char, size = utf8.DecodeRune(src[read:]); size == 1 {
				char = charmap.Windows1252.DecodeByte(src[read])
			}
		}
		if written+utf8.RuneLen(char) > len(dst) {
			return written, read, transform.ErrShortDst
		}
		written, read = written+utf8.EncodeRune(dst[written:], char), read+size
	}
	return written, read, nil
}

// asTheyAre copies the bytes up to the next one that is no plain character or ends a line, and returns how many they are.
func asTheyAre(dst, src []byte) int {
	n := 0
	for n < min(len(dst), len(src)) && src[n] < utf8.RuneSelf && src[n] != '\r' {
		n++
	}
	return copy(dst, src[:n])
}
