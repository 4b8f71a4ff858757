// Package link packs the text of a puzzle file into a short text that can stand in an address
// after "#", and unpacks it. It knows no puzzle, so a program in a browser can use it too.
//
// A link is the name of its dictionary and base 64 (RFC 4648, the alphabet of addresses) of a
// check sum and the packed text. The text is packed by DEFLATE (RFC 1951) with a preset
// dictionary, the names of headers and the rows that are frequent in puzzle files. The name is one
// character, so a better dictionary gets another name, and the links of the older one stay
// readable.
package link

import (
	"bytes"
	"compress/flate"
	_ "embed" // for the dictionary
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"strings"
)

// Prefix marks a link that stands alone, outside an address.
const Prefix = "crosscut:"

// Bounds on links and their texts. Those of the largest boards are far smaller.
const (
	MaxLength = 1 << 17 // characters of a link
	MaxText   = 1 << 20 // bytes of the text in it
)

// newest is the name of the dictionary of the links that Encode writes.
const newest = 'b'

//go:embed dictionary_b.txt
var dictionaryB []byte

// dictionaries has each dictionary that a link was ever packed with. None may change.
var dictionaries = map[byte][]byte{newest: dictionaryB}

// sumBytes is the length of the check sum.
const sumBytes = 3

// ErrDamaged is the error for a text that is not a whole link: characters are missing, wrong
// or too many.
var ErrDamaged = errors.New("the link is damaged: its check sum does not fit; copy all of it")

// characters are those of links.
const characters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

// alphabet is the form of the characters after the first one.
var alphabet = base64.NewEncoding(characters).WithPadding(base64.NoPadding).Strict()

// tail ends whatever [flate.Writer] writes. A link leaves these bytes out, as messages of
// WebSocket do (RFC 7692).
var tail = []byte{0, 0, 0xff, 0xff}

// Encode returns the link of the text of a puzzle file, without [Prefix].
func Encode(text string) (string, error) {
	if text = compact(text); len(text) > MaxText {
		return "", fmt.Errorf("a text of %d bytes; the most for a link is %d", len(text), MaxText)
	}
	var packed bytes.Buffer
	w, err := flate.NewWriterDict(&packed, flate.BestCompression, dictionaries[newest])
	if err != nil {
		return "", err
	}
	io.WriteString(w, text) // a buffer does not fail
	w.Close()
	body := bytes.TrimSuffix(packed.Bytes(), tail)
	code := string(rune(newest)) + alphabet.EncodeToString(append(checkSum(newest, body), body...))
	if len(code) > MaxLength {
		return "", fmt.Errorf("a text whose link has %d characters; the most is %d", len(code), MaxLength)
	}
	return code, nil
}

// compact removes from the rows of a text what says nothing: blanks that align columns, and
// the repetitions in "__" and "====". A hole stays "##", because a "#" alone begins a comment.
// Header lines stay as they are.
func compact(text string) string {
	var short strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if !strings.Contains(line, ":") {
			fields := strings.Split(line, ",")
			for i, f := range fields {
				fields[i] = single(strings.TrimSpace(f))
			}
			line = strings.Join(fields, ",")
		}
		short.WriteString(line + "\n")
	}
	return short.String()
}

// single returns one character for a field that repeats it.
func single(field string) string {
	for _, char := range []string{"_", "="} {
		if field != "" && strings.Trim(field, char) == "" {
			return char
		}
	}
	return field
}

// checkSum returns the check sum of what is packed with the dictionary of a name: the upper
// bytes of its CRC-32.
func checkSum(name byte, packed []byte) []byte {
	sum := crc32.Update(crc32.ChecksumIEEE([]byte{name}), crc32.IEEETable, packed)
	return binary.BigEndian.AppendUint32(nil, sum)[:sumBytes]
}

// Decode returns the text of a link. It takes a link alone, one after [Prefix], and an address
// that has one after its first "#". The error is [ErrDamaged], or says what is unknown or too
// large.
func Decode(link string) (string, error) {
	link = Of(link)
	if len(link) > MaxLength {
		return "", fmt.Errorf("a link of more than %d characters; no puzzle needs so many", MaxLength)
	}
	if len(link) < 2 || strings.Trim(link, characters) != "" {
		return "", ErrDamaged
	}
	dictionary, known := dictionaries[link[0]]
	if !known {
		return "", fmt.Errorf("the link begins with %q; this program reads those that begin with %q", link[:1], string(rune(newest)))
	}
	data, err := alphabet.DecodeString(link[1:])
	if err != nil || len(data) <= sumBytes {
		return "", ErrDamaged
	}
	packed := data[sumBytes:]
	if !bytes.Equal(data[:sumBytes], checkSum(link[0], packed)) {
		return "", ErrDamaged
	}
	return unpack(packed, dictionary)
}

// unpack returns what is packed with a dictionary. It reads no more than [MaxText] allows.
func unpack(packed, dictionary []byte) (string, error) {
	in := bytes.NewReader(append(packed, tail...))
	text, err := io.ReadAll(io.LimitReader(flate.NewReaderDict(in, dictionary), MaxText+1))
	switch {
	case len(text) > MaxText:
		return "", fmt.Errorf("the link unpacks to more than %d bytes; no puzzle needs so many", MaxText)
	case err != nil || in.Len() > 0:
		return "", ErrDamaged
	}
	return string(text), nil
}

// Is reports whether an argument of a command is meant as a link and not as the name of a
// file: it begins with [Prefix], or it is an address with "#".
func Is(argument string) bool {
	return strings.HasPrefix(argument, Prefix) || strings.Contains(argument, "://") && strings.Contains(argument, "#")
}

// Of removes what stands before a link. It returns what follows the first "#" or [Prefix],
// or the whole text.
func Of(text string) string {
	text = strings.TrimSpace(text)
	if _, after, found := strings.Cut(text, "#"); found {
		text = after
	}
	return strings.TrimPrefix(text, Prefix)
}
