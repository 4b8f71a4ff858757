package encode

// The items of the encoding "binary" for the order of cells. For each two cells that follow each
// other in it, their numbers are compared digit by digit, from the lowest to the highest. The
// families of items are
//
//	compare  primary: each digit is compared once
//	smaller  secondary, coloured with whether the digits below say that the first number is smaller

import (
	"fmt"
	"math/bits"

	"crosscut/dlx"
	"crosscut/encode/internal/write"
)

// compareItems returns the family of items for digits that are compared.
func (x *hidokuDigits) compareItems() write.ItemFamily {
	return write.ItemFamily{Name: "compare", Count: len(x.earlier) * x.digits, Label: func(i int) string { return fmt.Sprintf("o%d<%d", i/x.digits+1, i%x.digits) }}
}

// smallerItems returns the family of items for results of digits that were compared.
func (x *hidokuDigits) smallerItems() write.ItemFamily {
	return write.ItemFamily{Name: "smaller", Count: len(x.earlier) * (x.digits - 1), Label: func(i int) string {
		return fmt.Sprintf("o%ds%d", i/(x.digits-1)+1, i%(x.digits-1)+1)
	}}
}

func (x *hidokuDigits) orders() error {
	for i := range len(x.earlier) {
		c, d := x.p.Ascending()[i], x.p.Ascending()[i+1]
		here, there := x.valuesOf(c), x.valuesOf(d)
		for j := range x.digits {
			for _, below := range []bool{false, true}[:min(j+1, 2)] {
				if err := x.compareDigit(i, j, c, d, here[j], there[j], below); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// compareDigit adds the options for a digit of cells c and d that have the values here and there.
// below says whether the digits below are smaller on c.
func (x *hidokuDigits) compareDigit(pair, digit, c, d int, here, there uint8, below bool) error {
	for ; here != 0; here &= here - 1 {
		v := bits.TrailingZeros8(here)
		for others := there; others != 0; others &= others - 1 {
			w := bits.TrailingZeros8(others)
			is := v < w || v == w && below
			top := digit == x.digits-1
			if top && !is {
				continue
			}
			option := append(x.Scratch[:0], dlx.Element{Item: x.compare + (pair*x.digits + digit)},
				x.of(x.digit, c, digit, v), x.of(x.digit, d, digit, w))
			if digit > 0 {
				option = append(option, x.result(pair, digit, below))
			}
			if !top {
				option = append(option, x.result(pair, digit+1, is))
			}
			x.Scratch = option
			if err := x.AddOption(option...); err != nil {
				return err
			}
		}
	}
	return nil
}

// result returns the element that says whether the digits below one are smaller on the first cell.
func (x *hidokuDigits) result(pair, digit int, smaller bool) dlx.Element {
	e := dlx.Element{Item: x.smaller + (pair*(x.digits-1) + digit - 1), Colour: 1}
	if smaller {
		e.Colour = 2
	}
	return e
}
