package natsq

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math/big"

	"crosscut/internal/durable"
)

// WriteSolutions writes all solutions of a finished run to a new file, in the form of
// "crosscut solve --all" or "crosscut cover --all". label is the name of the problem there.
// The error matches fs.ErrExist if the file exists.
func (c *Coordinator) WriteSolutions(name, label string) error {
	return durable.WriteNew(name, func(w io.Writer) error {
		out, n := bufio.NewWriter(w), int64(0)
		err := c.run.Folder.Solutions(func(s []int) error {
			n++
			return c.o.Problem.WriteSolution(out, label, n, s)
		})
		if err != nil {
			return err
		}
		if sum, complete := c.Total(); !complete || sum.Number().Cmp(big.NewInt(n)) != 0 {
			return fmt.Errorf("the folder has %d solutions, and the count is %v", n, sum.Number())
		}
		return cmp.Or(c.o.Problem.WriteEnd(out, label, big.NewInt(n)), out.Flush())
	})
}
