package natsq

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math/big"

	"crosscut/internal/base"
	"crosscut/internal/durable"
)

// WriteSolutions writes all solutions of a finished run to a new file, in the form of
// "crosscut solve --all" or "crosscut cover --all". label is the name of the problem there.
// The error matches fs.ErrExist if the file exists.
func (c *Coordinator) WriteSolutions(name, label string) error {
	noun, before, solution, err := shown(c.o.Problem, label)
	if err != nil {
		return err
	}
	return durable.WriteNew(name, func(w io.Writer) error {
		out, n := bufio.NewWriter(w), int64(0)
		err := c.run.Folder.Solutions(func(s []int) error {
			n++
			_, err := out.WriteString(solution(n, s))
			return err
		})
		if err != nil {
			return err
		}
		if sum, complete := c.Total(); !complete || sum.Number().Cmp(big.NewInt(n)) != 0 {
			return fmt.Errorf("the folder has %d solutions, and the count is %v", n, sum.Number())
		}
		_, err = fmt.Fprintf(out, "%s %s\n", before, base.AndNoOther(big.NewInt(n), noun))
		return cmp.Or(err, out.Flush())
	})
}
