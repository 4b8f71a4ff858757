package sat

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"crosscut/internal/base"
)

// copyProof copies a proof in DRAT as text, up to the empty clause. The proof may be
// binary. Then a step begins with the letter a to add or d to delete. The literals follow
// as the numbers 2v and 2v+1, and a 0 ends them. A byte has seven bits of a number, the
// lowest bits first.
func copyProof(w io.Writer, proof io.Reader) error {
	in := bufio.NewReaderSize(proof, 1<<16)
	out := bufio.NewWriterSize(base.Writer(w), 1<<16)
	step := textStep
	if head, _ := in.Peek(100); isBinary(head) {
		step = binaryStep
	}
	var line []byte
	for {
		var err error
		line, err = step(in, line[:0])
		if errors.Is(err, io.EOF) {
			return out.Flush()
		}
		if err != nil {
			return err
		}
		if _, err := out.Write(line); err != nil {
			return err
		}
		if bytes.Equal(bytes.TrimSpace(line), []byte("0")) {
			return out.Flush()
		}
	}
}

// isBinary reports whether a proof is binary, by the beginning of its file.
func isBinary(head []byte) bool {
	return bytes.ContainsFunc(head, func(r rune) bool {
		return !bytes.ContainsRune([]byte("-0123456789dc \t\r\n"), r)
	})
}

// textStep reads a line of a text and appends it to line.
func textStep(in *bufio.Reader, line []byte) ([]byte, error) {
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > maxProofLine {
			return nil, errProofLine
		}
		if errors.Is(err, io.EOF) && len(line) > 0 {
			return append(line, '\n'), nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, err
		}
	}
}

var errProofLine = fmt.Errorf("a line of more than %d bytes", maxProofLine)

// binaryStep reads a step of a binary proof and appends it to line as text.
func binaryStep(in *bufio.Reader, line []byte) ([]byte, error) {
	kind, err := in.ReadByte()
	switch {
	case err != nil:
		return nil, err
	case kind == 'd':
		line = append(line, "d "...)
	case kind != 'a':
		return nil, fmt.Errorf("byte %#x where a step begins; want a or d", kind)
	}
	for {
		number, err := binaryNumber(in)
		if err != nil {
			return nil, err
		}
		if number == 0 {
			return append(line, "0\n"...), nil
		}
		line = append(strconv.AppendInt(line, int64(code(number).lit()), 10), ' ')
		if len(line) > maxProofLine {
			return nil, errProofLine
		}
	}
}

func binaryNumber(in *bufio.Reader) (uint32, error) {
	number, err := binary.ReadUvarint(in)
	switch {
	case errors.Is(err, io.EOF):
		return 0, io.ErrUnexpectedEOF
	case err == nil && number > math.MaxUint32:
		return 0, errors.New("a number of more than 32 bits")
	}
	return uint32(number), err
}
