package main

import (
	"crypto/x509"
	"encoding/pem"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// example starts the server of nats.conf, with a certificate in a folder.
func example(t *testing.T, dir string) *server.Server {
	web := httptest.NewTLSServer(nil)
	defer web.Close()
	key, err := x509.MarshalPKCS8PrivateKey(web.TLS.Certificates[0].PrivateKey)
	require.NoError(t, err)
	text, err := os.ReadFile(examples + "nats.conf")
	require.NoError(t, err)
	for name, content := range map[string][]byte{
		"cert.pem":  pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: web.Certificate().Raw}),
		"key.pem":   pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: key}),
		"nats.conf": []byte(strings.ReplaceAll(string(text), "/etc/nats", dir)),
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), content, 0o600))
	}
	t.Setenv("COORDINATOR_PASSWORD", "leads")
	t.Setenv("WORKER_PASSWORD", "works")
	o, err := server.ProcessConfigFile(filepath.Join(dir, "nats.conf"))
	require.NoError(t, err)
	o.Host, o.Port, o.LogFile, o.NoSigs = "127.0.0.1", server.RANDOM_PORT, filepath.Join(dir, "log"), true
	s, err := server.NewServer(o)
	require.NoError(t, err)
	s.ConfigureLogger()
	s.Start()
	t.Cleanup(s.Shutdown)
	require.True(t, s.ReadyForConnections(time.Minute))
	return s
}

// TestOneServerHasManyRuns serves a puzzle and a cover at once on the server of nats.conf, whose users have only
// the permissions that it lists. A shell starts the workers by the lines that serve prints.
func TestOneServerHasManyRuns(t *testing.T) {
	sh, err := exec.LookPath("sh")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("needs sh")
	}
	dir := filepath.Join(t.TempDir(), "it's here")
	require.NoError(t, os.Mkdir(dir, 0o700))
	s := example(t, dir)
	require.NoError(t, os.Symlink(os.Args[0], filepath.Join(dir, "crosscut-cluster")))
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	address, before := "tls://coordinator@"+s.Addr().String(), s.NumSubscriptions()
	work := func(line, password string) *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), sh, "-c", strings.Replace(line, "coordinator@", "worker@", 1))
		cmd.Env = append(os.Environ(), tokenName+"="+password)
		return cmd
	}
	want := map[string]string{order4: answer, several: "86 45d7c38eb3ed72a22c1eb820621c2e16\n"}
	serve, out, workers := map[string]*exec.Cmd{}, map[string]func() string{}, []*exec.Cmd{}
	for name := range want {
		cmd, stdout, errs := start(t, []string{tokenName + "=leads"}, "serve", name, "--digest", "--dir", t.TempDir(), "--cubes", "3000", "--lease", "1s", "--nats", address, "--tls-ca", filepath.Join(dir, "cert.pem"))
		serve[name], out[name] = cmd, stdout.String
		line := printed(t, errs, regexp.MustCompile(`(?m)^  (crosscut-cluster work .*/(\w{12}) .*)$`))
		said, err := work(line[1], "guesses").CombinedOutput()
		require.Error(t, err)
		assert.Contains(t, string(said), "the user or the password is wrong")
		said, err = work(strings.Replace(line[1], "work", "status", 1), "works").Output()
		require.NoError(t, err)
		assert.Contains(t, string(said), "run "+line[2]+": 0 solutions so far")
		workers = append(workers, work(line[1], "works"))
	}
	for _, w := range workers { // both coordinators are there
		require.NoError(t, w.Start())
	}
	for name := range want {
		require.NoError(t, serve[name].Wait())
		assert.Equal(t, want[name], out[name]())
	}
	for _, w := range workers {
		require.NoError(t, w.Wait())
	}
	assert.Eventually(t, func() bool { return s.NumClients() == 0 && s.NumSubscriptions() == before }, time.Minute, 20*time.Millisecond, "nothing is left")
	log, err := os.ReadFile(filepath.Join(dir, "log"))
	require.NoError(t, err)
	assert.NotContains(t, string(log), "Violation")
}
