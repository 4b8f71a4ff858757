// Command health asks a server whether it answers:
//
//	health http://localhost:8080/
//
// It is in the container, which has no other program that could ask.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"time"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: health ADDRESS")
		os.Exit(2)
	}
	if err := answers(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "health:", err)
		os.Exit(1)
	}
}

// patience is less than a check of a container may take.
const patience = 20 * time.Second

// answers returns an error unless a server answers as it should.
func answers(address string) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	ask, err := http.NewRequestWithContext(ctx, http.MethodGet, address, http.NoBody)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(ask)
	if err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s answers %s", address, answer.Status)
	}
	_ = answer.Body.Close() // the status is all that counts
	return err
}
