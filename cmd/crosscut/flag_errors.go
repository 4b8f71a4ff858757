package main

import (
	"errors"
	"fmt"
	"regexp"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagError turns an error of the flag parser into one that says what would be right.
func flagError(cmd *cobra.Command, err error) error {
	if invalid := (*pflag.InvalidValueError)(nil); errors.As(err, &invalid) {
		flag := invalid.GetFlag()
		switch flag.Value.Type() {
		case "int", "int64":
			return fmt.Errorf("--%s %q; it is a whole number", flag.Name, invalid.GetValue())
		case "form":
			return fmt.Errorf("--%s %q; it is text or json", flag.Name, invalid.GetValue())
		case "size":
			return fmt.Errorf("--%s %q; it is a size such as 512M or 2G", flag.Name, invalid.GetValue())
		case "uint64":
			return fmt.Errorf("--%s %q; it is a whole number, 0 or above", flag.Name, invalid.GetValue())
		case "bool":
			return fmt.Errorf("--%s %q; it is true or false, or nothing for true", flag.Name, invalid.GetValue())
		case "duration":
			return fmt.Errorf("--%s %q; it is a time such as 10s or 2m", flag.Name, invalid.GetValue())
		}
	}
	if unknown := (*pflag.NotExistError)(nil); errors.As(err, &unknown) && unknown.GetSpecifiedName() != "" {
		var flags []string
		cmd.Flags().VisitAll(func(flag *pflag.Flag) { flags = append(flags, "--"+flag.Name) })
		if hint := didYouMean("--"+unknown.GetSpecifiedName(), flags); hint != "" {
			return &suggestionError{err.Error() + hint}
		}
	}
	if !cmd.HasParent() { // runProgram adds where to look
		return err
	}
	return fmt.Errorf("%w; see \"%s --help\"", err, cmd.CommandPath())
}

// suggestionError is an error that says what was perhaps meant.
type suggestionError struct{ text string }

func (e *suggestionError) Error() string { return e.text }

// unknownCommand matches the error of cobra for a command that does not exist.
var unknownCommand = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^unknown command "([^"]*)"`) })

// commandError adds to the error of a mistyped command what was perhaps meant.
func commandError(root *cobra.Command, err error) error {
	match := unknownCommand().FindStringSubmatch(err.Error())
	if match == nil {
		return err
	}
	if hint := didYouMean(match[1], namesOfCommands(root)); hint != "" {
		return &suggestionError{fmt.Sprintf("unknown command %q%s", match[1], hint)}
	}
	return err
}

// namesOfCommands returns the names of all commands and help topics.
func namesOfCommands(root *cobra.Command) []string {
	var names []string
	for _, cmd := range root.Commands() {
		names = append(names, cmd.Name())
	}
	return names
}

// checkPlaceFlags rejects an empty name in a flag for a file or a folder. A script that
// forgot to set a variable passes such a name. A long run would then have no checkpoint.
func checkPlaceFlags(cmd *cobra.Command) (err error) {
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if place := placeOf(flag); place != "" && flag.Value.String() == "" {
			err = fmt.Errorf("--%s is empty; it is the name of a %s", flag.Name, place)
		}
	})
	return err
}

// placeOf returns "file" or "folder" if a flag names one, and otherwise "".
func placeOf(flag *pflag.Flag) string {
	switch kind, _ := pflag.UnquoteUsage(flag); kind {
	case "FILE":
		return "file"
	case "FOLDER", "DIR", "DIRECTORY":
		return "folder"
	}
	return ""
}
