package link

import (
	"errors"
	"fmt"
	"strings"

	"rsc.io/qr/coding"
)

// QRCode returns the QR code of a text as an SVG picture: black on white, so that every reader
// can read it. Up to 15 % of the code may be damaged. It fails for texts above 2,331 bytes.
func QRCode(text string) (string, error) {
	const quiet = 4 // the width of the empty border around a code, in modules (ISO/IEC 18004)
	code, err := encodeQR(coding.String(text))
	if err != nil {
		return "", fmt.Errorf("a QR code for %d bytes: %w", len(text), err)
	}
	var path strings.Builder
	for y := range code.Size {
		for x := 0; x < code.Size; {
			run := 0
			for x+run < code.Size && code.Black(x+run, y) {
				run++
			}
			if run > 0 {
				fmt.Fprintf(&path, "M%d %dh%dv1h-%dz", x+quiet, y+quiet, run, run)
			}
			x += run + 1
		}
	}
	side := code.Size + 2*quiet
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" shape-rendering="crispEdges">`+
		`<rect width="%d" height="%d" fill="#fff"/><path fill="#000" d="%s"/></svg>`+"\n", side, side, side, side, path.String()), nil
}

// encodeQR returns the smallest code of a text with the level M, as [rsc.io/qr.Encode] does. Its package
// also links images. Without them the page loads 8 KB less.
func encodeQR(text coding.Encoding) (*coding.Code, error) {
	for v := coding.Version(coding.MinVersion); v <= coding.MaxVersion; v++ {
		if text.Bits(v) > v.DataBytes(coding.M)*8 {
			continue
		}
		plan, err := coding.NewPlan(v, coding.M, 0)
		if err != nil {
			return nil, err
		}
		return plan.Encode(text)
	}
	return nil, errors.New("text too long to encode as QR")
}
