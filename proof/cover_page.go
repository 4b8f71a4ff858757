//go:build page

package proof

import (
	"context"
	"errors"
)

// coverDraft is an error in the engine of the page, which has no exact cover problems of its own.
func (Claim) coverDraft(context.Context) (*draft, error) {
	return nil, errors.New("proof: the engine of the page proves nothing about exact cover problems")
}
