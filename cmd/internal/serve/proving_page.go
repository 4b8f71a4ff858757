//go:build page

package serve

import "context"

// prove refuses. The page writes no certificates, and each visitor would load what writes them.
func prove(context.Context, *task) (any, error) {
	return nil, invalid("only the program writes certificates: crosscut prove")
}
