package cmd

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// onlineCommands are the commands that use the network, and those that are a service or
// call one that the user names.
var onlineCommands = []string{"pull", "status", "publish", "unpublish", "serve", "call", "test"}

// offlineRuns has a run of each other command, in a project whose Lexicons refer to one
// that is not there.
var offlineRuns = map[string]string{
	"lint":       `lexsmith lint; lexsmith lint --profile atproto --format json; lexsmith lint --fix --diff; lexsmith lint --new-from HEAD`,
	"validate":   `lexsmith validate record.json; lexsmith validate --ref com.example.away record.json; lexsmith validate --allow-unknown record.json`,
	"stats":      `lexsmith stats record.json; lexsmith stats --format json record.json`,
	"diff":       `lexsmith diff lexicons lexicons; lexsmith diff lexicons lexicons --data record.json; lexsmith diff --against HEAD; lexsmith diff`,
	"export":     `lexsmith export jsonschema; lexsmith export openapi --allow-unresolved; lexsmith export asyncapi`,
	"sample":     `lexsmith sample com.example.thing; lexsmith sample com.example.away`,
	"fmt":        `lexsmith fmt; lexsmith fmt --check`,
	"docs":       `lexsmith docs -o pages; lexsmith docs --format mermaid; lexsmith docs -o pages --include-dependencies`,
	"rename":     `lexsmith rename com.example.thing com.example.note --diff; lexsmith rename 'com.example.*' 'org.example.*'`,
	"new":        `lexsmith new record com.example.other`,
	"init":       `lexsmith init --ci github --pre-commit`,
	"show":       `lexsmith show com.example.thing; lexsmith show com.example.away`,
	"schema":     `lexsmith schema lexicon; lexsmith schema config`,
	"rules":      `lexsmith rules; lexsmith rules unresolved-external-ref`,
	"version":    `lexsmith version`,
	"completion": `lexsmith completion bash; lexsmith __complete pull ''; lexsmith __complete validate --ref ''`,
	"help":       `lexsmith help publish`,
	"lsp": `{ for m in \
		'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{},"rootUri":"file://'$PWD'"}}' \
		'{"jsonrpc":"2.0","method":"initialized","params":{}}' \
		'{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file://'$PWD'/lexicons/com/example/thing.json","languageId":"json","version":1,"text":"{}"}}}'; \
		do printf 'Content-Length: %d\r\n\r\n%s' ${#m} "$m"; done; sleep 2; } | lexsmith lsp`,
}

// Only the commands that say so use the network. The others run in a network namespace
// of their own, where every attempt to send something is counted.
func TestOffline(t *testing.T) {
	for _, c := range newRoot(new(globals)).Commands() {
		name := c.Name()
		_, runs := offlineRuns[name]
		if listed := runs || slices.Contains(onlineCommands, name); (c.IsAvailableCommand() || name == "help") && !listed {
			t.Errorf("%s is in neither list of this test", name)
		}
	}
	dir := t.TempDir()
	for name, text := range map[string]string{
		"lexsmith.yaml":                   "lexicons: [lexicons]\n",
		"lexicons.json":                   `{"version": 1, "lexicons": ["com.example.away"], "resolutions": {}}`,
		"record.json":                     `{"$type": "com.example.thing", "away": {"$type": "com.example.away"}}`,
		"lexicons/com/example/thing.json": `{"lexicon": 1, "id": "com.example.thing", "defs": {"main": {"type": "record", "key": "tid", "record": {"type": "object", "properties": {"away": {"type": "ref", "ref": "com.example.away"}}}}}}`,
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := attempts(dir, "true"); err != nil {
		t.Skipf("no network namespaces here: %v", err)
	}
	if n, err := attempts(dir, "lexsmith pull com.example.away --dns 192.0.2.1:53"); err != nil || n == 0 {
		t.Fatalf("pull: %d attempts, %v: the test cannot fail", n, err)
	}
	if n, err := attempts(dir, "lexsmith pull --frozen"); err != nil || n > 0 {
		t.Errorf("pull --frozen: %d attempts to use the network, %v", n, err)
	}
	setUp := "git init -q . && git add -A && git -c user.name=x -c user.email=x@example.com commit -q -m x"
	if n, err := attempts(dir, setUp); err != nil || n > 0 {
		t.Fatalf("%d, %v", n, err)
	}
	for name, script := range offlineRuns {
		t.Run(name, func(t *testing.T) {
			if n, err := attempts(dir, script); err != nil || n > 0 {
				t.Errorf("%d attempts to use the network, %v", n, err)
			}
		})
	}
}

// attempts runs a script for the shell in a new network namespace, in a folder, and
// returns how many attempts to use the network were made.
func attempts(dir, script string) (int, error) {
	const counters = "\necho; echo COUNTERS; cat /proc/net/snmp"
	command := exec.Command("unshare", "--map-root-user", "--net", "sh", "-c", script+counters)
	command.Dir = dir
	out, err := command.Output()
	if err != nil {
		return 0, err
	}
	_, text, _ := strings.Cut(string(out), "\nCOUNTERS\n")
	total, found := 0, 0
	lines := strings.Split(text, "\n")
	for i := 0; i+1 < len(lines); i += 2 {
		names, values := strings.Fields(lines[i]), strings.Fields(lines[i+1])
		for j, name := range names {
			switch names[0] + name {
			case "Ip:OutNoRoutes", "Ip:OutRequests", "Tcp:ActiveOpens", "Udp:OutDatagrams":
				n, err := strconv.Atoi(values[j])
				if err != nil {
					return 0, err
				}
				total, found = total+n, found+1
			}
		}
	}
	if found != 4 {
		return 0, fmt.Errorf("%d counters in %q", found, text)
	}
	return total, nil
}
