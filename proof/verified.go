//go:build !page

package proof

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"

	"crosscut/meter"
)

// verifier is a checker of LRAT whose machine code is proved right. Its exit code is 0 even when it refuses, so
// only its line verifiedLine is acceptance.
const (
	verifier     = "cake_lpr"
	verifiedLine = "s VERIFIED UNSAT"
)

// verify lets the verifier check the proof, if it is on the PATH and the proof is in LRAT.
func (k *check) verify(dir string) error {
	program, missing := exec.LookPath(verifier) // fails too if PATH has the current folder, which may be a stranger's
	if missing != nil || k.checked.Count != nil {
		return nil
	}
	file, err := k.open(lratFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	file.Close()
	k.written, k.checker = nil, nil // the other process needs the memory
	if dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	cmd := exec.CommandContext(k.ctx, program, filepath.Join(dir, formulaFile), filepath.Join(dir, lratFile))
	cmd.Env = append(verifierRoom(), os.Environ()...) // what the user has set comes later, and counts
	said, failed := output(cmd)
	switch {
	case k.ctx.Err() != nil:
		return context.Cause(k.ctx)
	case failed == nil && said.code == 0 && slices.Contains(said.lines, verifiedLine):
		k.checked.Verified = true
		return nil
	case failed == nil && said.code == 0:
		return &RejectedError{lratFile, fmt.Errorf("%s does not accept it: %.200q", verifier, said.fault)}
	case failed == nil && (said.fault == "CakeML heap space exhausted." || said.fault == "CakeML stack space exhausted."):
		return &meter.LimitError{Kind: meter.ErrMemory, What: "memory of " + verifier}
	case failed == nil:
		failed = fmt.Errorf("exit code %d, %.200q", said.code, said.fault)
	}
	return fmt.Errorf("%s crashed: %w", program, failed)
}

// verifierRoom returns the variables that say how much memory the verifier may use, in MiB. It is enough for
// formulas of millions of clauses, and at most what the limit of the Go runtime leaves.
func verifierRoom() []string {
	heap, stack := int64(4000), int64(1000)
	if left, limited := bytesLeft(); limited {
		left >>= 20
		stack = max(min(stack, left/5), 1)
		heap = max(min(heap, left-stack), 1)
	}
	return []string{fmt.Sprintf("CML_HEAP_SIZE=%d", heap), fmt.Sprintf("CML_STACK_SIZE=%d", stack)}
}
