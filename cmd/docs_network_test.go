package cmd

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/networktest"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

// docNetwork is the network that the commands of a document use. What the document has
// in the folder published is published by alice.example.com, whom DNS names for the
// authorities of these Lexicons, and for those in the file published/dns.
type docNetwork struct {
	*networktest.Network
	alice *networktest.Account
	bin   string // folder with a lexsmith that uses this network
}

var usesNetwork = regexp.MustCompile(`(?m)^\$ .*\blexsmith (pull|status|publish|unpublish|diff --published)\b`)

// newDocNetwork returns the network for a document; nil for one that does not need it.
func newDocNetwork(t *testing.T, text string) *docNetwork {
	t.Helper()
	if !usesNetwork.MatchString(text) {
		return nil
	}
	network, err := networktest.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(network.Close)
	n := &docNetwork{network, network.NewAccount("alice.example.com", networktest.K256), t.TempDir()}
	program, err := exec.LookPath("lexsmith")
	if err != nil {
		t.Fatal(err)
	}
	script := fmt.Sprintf(`#!/bin/sh
case "$1 $*" in
pull* | status* | publish* | unpublish* | *--published*) exec %q "$@" --dns %s --plc %s --insecure-http ;;
esac
exec %[1]q "$@"
`, program, n.DNS, n.PLC)
	if err := os.WriteFile(filepath.Join(n.bin, "lexsmith"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	return n
}

// environment adds what the commands need to an environment.
func (n *docNetwork) environment(env []string) []string {
	return append(env, passwordVariable+"="+networktest.Password, "PATH="+n.bin+string(os.PathListSeparator)+os.Getenv("PATH"))
}

// publish publishes the files in a folder, and deletes them.
func (n *docNetwork) publish(t *testing.T, folder string) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Base(name) == "dns" {
			for _, authority := range strings.Fields(string(text)) {
				n.Delegate(authority, n.alice.DID)
			}
			continue
		}
		id := lexicon.Parse(&diag.Source{Text: text}, diag.ProfileV1).ID
		n.Delegate(id.Authority(), n.alice.DID)
		if err := n.alice.Publish(string(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
}
