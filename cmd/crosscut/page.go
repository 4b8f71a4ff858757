package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"crosscut/cmd/internal/files"
	"crosscut/web"
)

func (a *app) pageCommand() *cobra.Command {
	return described("page", nil, &cobra.Command{RunE: func(_ *cobra.Command, args []string) error {
		engine, err := web.Engine()
		if err != nil {
			return fmt.Errorf("a page in a folder answers its own questions, and %w", err)
		}
		if err := web.WriteSite(args[0], web.Page(), engine); err != nil {
			return err
		}
		a.note(fmt.Sprintf("%s has the page; any server of static files may serve it", files.ShownName(args[0])))
		return nil
	}})
}
