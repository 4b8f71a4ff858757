package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

const examples = "../../../docs/cluster/"

// understands fails unless the command line of a worker or coordinator has flags that exist.
func understands(t *testing.T, args []string) {
	t.Helper()
	out, errs, code := ended(t, nil, args[0], "--help")
	require.Zero(t, code, errs)
	for _, arg := range args[1:] {
		if flag, ok := strings.CutPrefix(arg, "--"); ok {
			assert.Regexp(t, `(?m)^  -`+flag+`\b`, out)
		}
	}
}

// TestTheSlurmExampleStartsAWorker runs it with a fake srun.
func TestTheSlurmExampleStartsAWorker(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("needs bash")
	}
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "srun"), []byte("#!/bin/sh\necho \"$CROSSCUT_CLUSTER_TOKEN\" \"$@\"\n"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "token"), []byte("abc\n"), 0o600))
	out, err := exec.Command(bash, "-n", examples+"worker.sbatch").CombinedOutput()
	require.NoError(t, err, string(out))
	cmd := exec.Command(bash, examples+"worker.sbatch")
	cmd.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "URL=tls://head:4222", "FINGERPRINT=f", "SLURM_CPUS_ON_NODE=8", "TOKEN_FILE="+filepath.Join(dir, "token"))
	out, err = cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	assert.Equal(t, "abc crosscut-cluster work tls://head:4222 --fingerprint f --jobs 8\n", string(out))
	understands(t, strings.Fields(string(out))[2:])
}

func TestTheKubernetesExampleStartsAWorker(t *testing.T) {
	text, err := os.ReadFile(examples + "worker.yaml")
	require.NoError(t, err)
	var d struct {
		Kind string
		Spec struct {
			Template struct {
				Spec struct {
					Containers []struct {
						Args []string
						Env  []struct{ Name string }
					}
				}
			}
		}
	}
	require.NoError(t, yaml.Unmarshal(text, &d))
	assert.Equal(t, "Deployment", d.Kind)
	require.Len(t, d.Spec.Template.Spec.Containers, 1)
	c := d.Spec.Template.Spec.Containers[0]
	understands(t, c.Args)
	assert.Equal(t, tokenName, c.Env[0].Name)
}

func TestTheSystemdExampleStartsACoordinator(t *testing.T) {
	text, err := os.ReadFile(examples + "crosscut-cluster.service")
	require.NoError(t, err)
	line := regexp.MustCompile(`(?m)^ExecStart=\S+/crosscut-cluster (.*)$`).FindSubmatch(text)
	require.NotNil(t, line)
	understands(t, strings.Fields(string(line[1])))
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("needs systemd-analyze")
	}
	out, _ := exec.Command(analyze, "verify", examples+"crosscut-cluster.service").CombinedOutput() // fails because the program is not installed
	for said := range strings.Lines(string(out)) {
		assert.False(t, strings.Contains(said, "crosscut-cluster.service") && !strings.Contains(said, "is not executable"), said)
	}
}

func TestTheDockerfileBuildsWhatExists(t *testing.T) {
	text, err := os.ReadFile(examples + "Dockerfile")
	require.NoError(t, err)
	assert.Contains(t, string(text), "go -C cluster build")
	assert.Contains(t, string(text), "./cmd/crosscut-cluster\n")
	main, err := os.ReadFile("../../../Dockerfile")
	require.NoError(t, err)
	from := regexp.MustCompile(`(?m)^FROM golang:\S+`)
	assert.Equal(t, string(from.Find(main)), string(from.Find(text)), "the same compiler")
}
