package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTheContainerAsksItsServer asks the server what the Dockerfile asks it.
func TestTheContainerAsksItsServer(t *testing.T) {
	text, err := os.ReadFile("../../Dockerfile")
	require.NoError(t, err)
	found := regexp.MustCompile(`(?m)^HEALTHCHECK CMD \["/health", "http://localhost:8080(/\S*)"\]$`).FindSubmatch(text)
	require.NotNil(t, found)
	assert.Contains(t, string(text), "serve --listen 0.0.0.0:8080")
	served := http.NewServeMux()
	served.HandleFunc("GET "+string(found[1])+"{$}", func(http.ResponseWriter, *http.Request) {})
	running := httptest.NewServer(served)
	defer running.Close()
	address := strings.Replace(running.URL, "127.0.0.1", "localhost", 1)
	require.NoError(t, answers(address+string(found[1])))
	assert.ErrorContains(t, answers(address+"/none"), "404")
	assert.Error(t, answers("http://localhost:1"+string(found[1])), "nobody listens there")
}

// TestTheContainerWritesAsItsCaller looks at each command that gives the container a folder of the caller.
func TestTheContainerWritesAsItsCaller(t *testing.T) {
	for _, name := range []string{"../../README.md", "../../Dockerfile"} {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		mounts := regexp.MustCompile(`docker run [^\n]*-v "\$PWD:/work" [^\n]*`).FindAllString(string(text), -1)
		require.NotEmpty(t, mounts, name)
		for _, m := range mounts {
			assert.Contains(t, m, `--user "$(id -u):$(id -g)"`, name)
		}
	}
}
