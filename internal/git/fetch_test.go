package git

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// Git reads back the settings that are passed on, and none that names a program or a file.
func TestPromisors(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir := t.TempDir()
	run := func(args ...string) string {
		t.Helper()
		c := exec.Command("git", args...)
		c.Dir = dir
		out, err := c.CombinedOutput()
		if err != nil {
			t.Fatalf("git %q: %s", args, out)
		}
		return string(out)
	}
	run("init", "--quiet")
	passed := [][2]string{
		{"http.proxy", "a\"b\\c\n\tx"},
		{`http.https://x/a=b."q\.extraheader`, "AUTH: y # ; z"},
		{"remote.origin.promisor", "true"},
		{"remote.o.x.promisor", "true"},
		{"url.https://x/.insteadof", "x:"},
	}
	want := ""
	for _, s := range passed {
		run("config", s[0], s[1])
		want += s[0] + "\n" + s[1] + "\x00"
	}
	for _, key := range []string{"http.cookieFile", "http.https://a.b.savecookies", "core.sshCommand", "remote.origin.uploadpack", "credential.helper"} {
		run("config", key, "x")
	}
	run("config", "extensions.partialclone", "up")
	remotes, settings, err := In(dir).promisors(t.Context())
	if err != nil || !slices.Equal(remotes, []string{"origin", "o.x", "up"}) {
		t.Errorf("got %q, %v", remotes, err)
	}
	config := exec.Command("git", "config", "--file", "-", "--list", "-z")
	config.Dir, config.Stdin = dir, strings.NewReader(settings)
	if got, err := config.Output(); err != nil || string(got) != want {
		t.Errorf("got %q, %v\nfrom %s", got, err, settings)
	}
}
