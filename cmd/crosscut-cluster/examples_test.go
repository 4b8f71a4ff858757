package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
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

const examples = "../../docs/cluster/"

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
	assert.Equal(t, "abc --cpus-per-task=8 --cpu-bind=cores crosscut-cluster work tls://head:4222 --fingerprint f --jobs 8\n", string(out))
	understands(t, strings.Fields(string(out))[4:])
}

// object is an object of Kubernetes, as far as the test looks.
type object struct {
	Kind string
	Spec struct {
		Selector any
		Ports    []struct{ Port int }
		Template struct {
			Metadata struct{ Labels map[string]any }
			Spec     struct {
				Hostname   string
				Containers []struct {
					Args         []string
					Env          []struct{ Name string }
					VolumeMounts []map[string]any `yaml:"volumeMounts"`
				}
			}
		}
	}
	Metadata struct{ Name string }
}

// objects reads an example and checks the command lines in it.
func objects(t *testing.T, name string) map[string]object {
	text, err := os.ReadFile(examples + name)
	require.NoError(t, err)
	all := map[string]object{}
	for in := yaml.NewDecoder(bytes.NewReader(text)); ; {
		var o object
		if err := in.Decode(&o); errors.Is(err, io.EOF) {
			return all
		} else {
			require.NoError(t, err)
		}
		for _, c := range o.Spec.Template.Spec.Containers {
			understands(t, c.Args)
		}
		all[o.Kind] = o
	}
}

// TestTheKubernetesExamplesFitTogether compares what the workers, the service and the coordinator say of each other.
func TestTheKubernetesExamplesFitTogether(t *testing.T) {
	worker := objects(t, "worker.yaml")["Deployment"].Spec.Template.Spec.Containers[0]
	assert.Equal(t, tokenName, worker.Env[0].Name)
	all := objects(t, "coordinator.yaml")
	service, pod := all["Service"], all["Job"].Spec.Template
	address := fmt.Sprintf("%s:%d", service.Metadata.Name, service.Spec.Ports[0].Port)
	assert.Equal(t, []string{"work", "tls://" + address + "/RUN"}, worker.Args[:2])
	assert.Equal(t, pod.Metadata.Labels, service.Spec.Selector)
	assert.Equal(t, service.Metadata.Name, pod.Spec.Hostname)
	args, volume := strings.Join(pod.Spec.Containers[0].Args, " "), pod.Spec.Containers[0].VolumeMounts[0]
	assert.Contains(t, args, "--listen 0.0.0.0:"+strings.Split(address, ":")[1])
	assert.Contains(t, args, fmt.Sprint("--dir ", volume["mountPath"], "/"))
	assert.Contains(t, all, "PersistentVolumeClaim")
}

func TestTheSystemdExampleStartsACoordinator(t *testing.T) {
	text, err := os.ReadFile(examples + "crosscut-cluster.service")
	require.NoError(t, err)
	line := regexp.MustCompile(`(?m)^ExecStart=\S+/crosscut-cluster (.*)$`).FindSubmatch(text)
	require.NotNil(t, line)
	understands(t, strings.Fields(string(line[1])))
	assert.Regexp(t, `(?m)^SuccessExitStatus=1 130$`, string(text)) // of an answer and of a stop
	assert.Regexp(t, `(?m)^RestartPreventExitStatus=1 2 3 4$`, string(text))
	analyze, err := exec.LookPath("systemd-analyze")
	if err != nil {
		t.Skip("needs systemd-analyze")
	}
	out, _ := exec.Command(analyze, "verify", examples+"crosscut-cluster.service").CombinedOutput() // fails because the program is not installed
	for said := range strings.Lines(string(out)) {
		assert.False(t, strings.Contains(said, "crosscut-cluster.service") && !strings.Contains(said, "is not executable"), said)
	}
}
