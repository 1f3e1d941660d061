package packaging_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/internal/testkit/networktest"
)

func TestActionRun(t *testing.T) {
	r := newRunner(t)
	r.install()
	project := newProject(t)
	project.write("samples/one.ndjson", `{"$type": "com.example.thing", "name": "a"}`+"\n"+`{"$type": "com.example.thing", "name": "b"}`+"\n")
	project.write("samples/two.ndjson", `{"$type": "com.example.thing", "name": "c"}`+"\n")
	project.write("own data/thing.json", `{"$type": "com.example.thing", "name": 1}`)
	project.write("--severity=unknown-type=off/bad.json", `{"lexicon": 1, "id": "com.example.worse", "defs": {"main": {"type": "number"}}}`)
	project.write("-q/bad.json", "{")
	project.write("--severity=value-type=off/thing.json", `{"$type": "com.example.thing", "name": "a"}`)
	project.write("bad/lexicons/bad.json", `{"lexicon": 1, "id": "com.example.bad", "defs": {"main": {"type": "number"}}}`)
	for _, test := range []struct {
		name    string
		inputs  map[string]string
		base    string // output of the step that finds the base
		status  int
		stdout  string // a substring
		results int    // errors in SARIF; -1: no file
		summary string // a substring
	}{
		{"lint", nil, "", 0, "1 file, 1 warning\n", 0, "1 file, 1 warning"},
		{"lint, faults", map[string]string{"working-directory": "bad"}, "", 1, "\n::error file=bad/lexicons/bad.json,line=1,", 1, "[unknown-type]"},
		{"lint, flags", map[string]string{"paths": "bad", "args": "--severity\nunknown-type=off\n--severity=style=off"}, "", 0, "no findings", 0, "no findings"},
		{"lint, no such path", map[string]string{"paths": "no such; folder"}, "", 2, "\n::error title=lexsmith::lexsmith: cannot read \"no such; folder\": no such file or directory", -1, ""},
		{"lint, a path like a flag", map[string]string{"paths": "bad\n--severity=unknown-type=off\n-q"}, "", 1, "[unknown-type]", 2, "2 errors"},
		{"validate, a path like a flag", map[string]string{"command": "validate", "args": "--fail-on=error", "paths": "own data\n--severity=value-type=off\n"}, "", 1, "[value-type]", 1, "value-type"},
		{"lint with a base", nil, "v1", 0, "1 file, 1 warning", 0, "1 file, 1 warning"},
		{"lint, nothing new", map[string]string{"new-only": "true"}, "v1", 0, "no new findings, 1 old finding hidden", 0, "no new findings"},
		{"lint, new only", map[string]string{"new-only": "true", "against": "v1", "working-directory": "bad"}, "none", 1, "\n::error file=bad/lexicons/bad.json,line=1,", 1, "against v1"},
		{"lint, new only without a base", map[string]string{"new-only": "true"}, "", 0, "1 file, 1 warning", 0, "1 file, 1 warning"},
		{"validate", map[string]string{"command": "validate", "paths": "own data\n"}, "", 1, "\n::error file=own data/thing.json,line=1,", 1, "value-type"},
		{"diff", map[string]string{"command": "diff"}, "v1", 0, "identical", 0, "Identical"},
		{"diff, the input wins", map[string]string{"command": "diff", "against": "v1"}, "none", 0, "identical", 0, "Identical"},
		{"diff, breaking", map[string]string{"command": "diff"}, "v2", 1, "\n::error file=lexicons/thing.json,line=", 1, "string-length"},
		{"diff, data", map[string]string{"command": "diff", "data": "samples/one.ndjson\nsamples/two.ndjson\n"}, "v2", 1, "3 values, 0 broken", 1, "3 values, 0 broken"},
		{"diff, no such data", map[string]string{"command": "diff", "data": "absent.ndjson"}, "v2", 2, "absent.ndjson", -1, ""},
		{"lint, data", map[string]string{"data": "absent.ndjson"}, "", 0, "1 file, 1 warning\n", 0, "1 file, 1 warning"},
		{"diff, against nothing", map[string]string{"command": "diff"}, "", 2, "\n::error title=lexsmith::lexsmith: nothing to compare;", -1, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			sub := &runner{t, r.action, r.temp, map[string]string{"steps.base.outputs.against": test.base}}
			got := sub.step("Run lexsmith", project.folder, test.inputs)
			if got.status != test.status || got.outputs["status"] != fmt.Sprint(test.status) {
				t.Fatalf("status %d, outputs %v; want %d\n%s%s", got.status, got.outputs, test.status, got.stdout, got.stderr)
			}
			if !strings.Contains(got.stdout, test.stdout) || !strings.Contains(got.summary, test.summary) {
				t.Errorf("standard output\n%s\nsummary\n%s", got.stdout, got.summary)
			}
			if (test.summary == "") != (got.summary == "") {
				t.Errorf("summary\n%s", got.summary)
			}
			if test.results >= 0 {
				sub.checkSARIF(got.outputs["sarif"], test.results)
			} else if path, ok := got.outputs["sarif"]; ok {
				t.Errorf("SARIF in %s", path)
			}
			sub.checkGroup(got.stdout)
		})
	}
}

// The commands that use the network, with a network on loopback.
func TestActionPublished(t *testing.T) {
	r := newRunner(t)
	r.install()
	project := newProject(t)
	network, err := networktest.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer network.Close()
	account := network.NewAccount("alice.test", networktest.K256)
	network.Delegate("example.com", account.DID)
	online := "--insecure-http\n--dns=" + network.DNS + "\n--plc=" + network.PLC + "\n"
	text := r.read(filepath.Join(project.folder, "lexicons", "thing.json"))
	if err := account.Publish(text); err != nil {
		t.Fatal(err)
	}
	run := func(command, published, args string) result {
		return r.step("Run lexsmith", project.folder, map[string]string{"command": command, "published": published, "args": online + args})
	}
	check := func(got result, status int, stdout, summary string) {
		t.Helper()
		if got.status != status || got.outputs["status"] != fmt.Sprint(status) {
			t.Fatalf("status %d, outputs %v; want %d\n%s%s", got.status, got.outputs, status, got.stdout, got.stderr)
		}
		if !strings.Contains(got.stdout, stdout) || !strings.Contains(got.summary, summary) {
			t.Errorf("standard output\n%s\nsummary\n%s", got.stdout, got.summary)
		}
	}
	check(run("status", "", "--fail-on=warning"), 0, "com.example.thing  ok   same", "com.example.thing  ok   same")
	check(run("diff", "true", ""), 0, "identical; 1 file before, 1 after; compared against the published Lexicons", "Identical")
	check(run("pull", "", "--frozen"), 0, "0 Lexicons match lexicons.json", "0 Lexicons")

	account.Withdraw("com.example.thing")
	got := run("status", "", "--fail-on=warning")
	check(got, 1, "\n::error title=lexsmith status::", "not published")
	r.checkGroup(got.stdout)
	if path, ok := got.outputs["sarif"]; ok {
		t.Errorf("SARIF in %s", path)
	}
	check(run("status", "", ""), 0, "not published", "not published")
	if err := account.Publish(strings.Replace(text, `"lexicon"`, `"description": "Old.", "lexicon"`, 1)); err != nil {
		t.Fatal(err)
	}
	check(run("diff", "true", ""), 0, "compatible", "Compatible")
	if err := network.Break(networktest.DNSFailure, -1); err != nil {
		t.Fatal(err)
	}
	check(run("diff", "true", ""), 2, "\n::error title=lexsmith::lexsmith: com.example.thing: DNS lookup", "")
	check(run("status", "", ""), 2, "\n::error title=lexsmith::lexsmith: com.example.thing: DNS lookup", "")
}

// checkSARIF checks the number of errors in a SARIF file.
func (r *runner) checkSARIF(path string, want int) {
	r.t.Helper()
	var sarif struct {
		Runs []struct{ Results []struct{ Level string } }
	}
	if err := json.Unmarshal([]byte(r.read(path)), &sarif); err != nil {
		r.t.Fatal(err)
	}
	got := 0
	for _, result := range sarif.Runs[0].Results {
		if result.Level == "error" {
			got++
		}
	}
	if got != want {
		r.t.Errorf("%d errors in SARIF, want %d", got, want)
	}
}

// checkGroup checks that the text report is in a group of the log, in which
// workflow commands are off.
func (r *runner) checkGroup(log string) {
	r.t.Helper()
	head, rest, _ := strings.Cut(log, "\n")
	stop, rest, _ := strings.Cut(rest, "\n")
	token, ok := strings.CutPrefix(stop, "::stop-commands::")
	_, after, found := strings.Cut(rest, "\n::"+token+"::\n")
	if !strings.HasPrefix(head, "::group::lexsmith ") || !ok || !found || !strings.HasPrefix(after, "::endgroup::\n") {
		r.t.Errorf("the log is\n%s", log)
	}
}

// GitHub shows ten annotations of a kind; a notice, itself one of them, says how
// many more there are. A program in place of lexsmith prints so many.
func TestActionMore(t *testing.T) {
	r := newRunner(t)
	stub := filepath.Join(r.temp, "lexsmith", "lexsmith")
	if err := os.Mkdir(filepath.Dir(stub), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ errors, warnings, notices, more int }{
		{0, 0, 0, 0}, {10, 0, 0, 0}, {11, 0, 0, 1}, {0, 10, 9, 0}, {0, 0, 10, 1}, {12, 13, 11, 7},
	} {
		script := fmt.Sprintf("#!/bin/sh\nif [ $3 = github ]; then\n%s%s%secho '1 file'\nfi\n",
			strings.Repeat("echo '::error file=a::e'\n", test.errors),
			strings.Repeat("echo '::warning file=a::w'\n", test.warnings),
			strings.Repeat("echo '::notice file=a::n'\n", test.notices))
		if err := os.WriteFile(stub, []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
		got := r.step("Run lexsmith", r.temp, nil)
		_, annotations, _ := strings.Cut(got.stdout, "::endgroup::\n")
		want := ""
		if test.more > 0 {
			want = fmt.Sprintf("::notice title=lexsmith::%d more: see the summary of the run, or the log of this step\n", test.more)
		}
		all := strings.Count(annotations, "::e\n") + strings.Count(annotations, "::w\n") + strings.Count(annotations, "::n\n")
		if got.status != 0 || all != test.errors+test.warnings+test.notices || !strings.HasPrefix(annotations, want) || strings.Contains(annotations, " more") != (want != "") {
			t.Errorf("%+v: status %d\n%s", test, got.status, got.stdout)
		}
	}
}

// Neither the log nor the summary takes what is in a file for a command or for
// HTML.
func TestActionHostileText(t *testing.T) {
	r := newRunner(t)
	r.install()
	project := &project{t, t.TempDir()}
	project.write("lexicons/x.json", "{\"lexicon\": 1, \"id\": \"com.example.x\", \"defs\": {\"</pre><b>\": {\"type\": \"\n::error::x\"}}}")
	got := r.step("Run lexsmith", project.folder, nil)
	if got.status != 1 || strings.Contains(got.stdout, "\n::error::x") || strings.Contains(got.summary, "<b>") || !strings.Contains(got.summary, "&lt;/pre>&lt;b>") {
		t.Errorf("status %d, standard output\n%s\nsummary\n%s", got.status, got.stdout, got.summary)
	}
}

// A SARIF file that cannot be written is an error, not a finding.
func TestActionUnwritableSARIF(t *testing.T) {
	r := newRunner(t)
	r.install()
	project := newProject(t)
	sarif := filepath.Join(r.temp, "lexsmith-lint.sarif")
	for name, block := range map[string]func() error{
		"a folder":    func() error { return os.Mkdir(sarif, 0o700) },
		"a full disk": func() error { return os.Symlink("/dev/full", sarif) },
	} {
		if err := os.RemoveAll(sarif); err != nil {
			t.Fatal(err)
		}
		if err := block(); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(sarif); err != nil {
			continue // there is no /dev/full
		}
		got := r.step("Run lexsmith", project.folder, nil)
		if _, ok := got.outputs["sarif"]; ok || got.status != 2 || got.outputs["status"] != "2" || !strings.Contains(got.stdout, "\n::error title=lexsmith::cannot write "+sarif) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestActionCommand(t *testing.T) {
	r := newRunner(t)
	for command, status := range map[string]int{"lint": 0, "diff": 0, "validate": 0, "status": 0, "pull": 0, "publish": 2, "export": 2, "": 2, "lint\nx=y": 2, "lint ": 2} {
		got := r.step("Download lexsmith", "", map[string]string{"command": command})
		if got.status != status || len(got.outputs) > 0 || (status == 2) != strings.HasPrefix(got.stdout, "::error title=lexsmith::unknown command") {
			t.Errorf("%q: %+v", command, got)
		}
	}
}

// A release is downloaded and its checksum verified. A program in place of curl
// serves it from a folder.
func TestActionDownload(t *testing.T) {
	r := newRunner(t)
	stubs, releases := t.TempDir(), t.TempDir()
	const curl = `#!/bin/bash
while [ "$#" -gt 1 ]; do
  if [ "$1" = --output ]; then output=$2; fi
  shift
done
echo "$1" >>"$RUNNER_TEMP/asked"
cp "$RELEASES/${1#https://github.com/lexsmith/lexsmith/releases/download/}" "$output" 2>/dev/null || exit 22
`
	run := func(script string) {
		t.Helper()
		c := exec.Command("bash", "-ec", script)
		c.Dir = releases
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	if err := os.WriteFile(filepath.Join(stubs, "curl"), []byte(curl), 0o700); err != nil {
		t.Fatal(err)
	}
	run(`mkdir v1.2.3 v1.2.4 v1.2.5 v1.2.6
printf '#!/bin/sh\necho stub 1.2.3\n' >lexsmith; chmod +x lexsmith
tar czf v1.2.3/lexsmith_1.2.3_linux_amd64.tar.gz lexsmith
cd v1.2.3; sha256sum *.tar.gz >checksums.txt; echo "0000  lexsmith_1.2.3_linux_arm64.tar.gz" >>checksums.txt; cd ..
cp v1.2.3/*.gz v1.2.4/lexsmith_1.2.4_linux_amd64.tar.gz; echo "$(printf '0%.0s' {1..64})  lexsmith_1.2.4_linux_amd64.tar.gz" >v1.2.4/checksums.txt
cp v1.2.3/*.gz v1.2.5/lexsmith_1.2.5_linux_amd64.tar.gz; cp v1.2.3/checksums.txt v1.2.5
cp v1.2.3/checksums.txt v1.2.6`)
	for _, test := range []struct {
		version, ref string
		status       int
		found        string
		stdout       string
	}{
		{"v1.2.3", "main", 0, "true", "stub 1.2.3\n"},
		{"", "v1.2.3", 0, "true", "stub 1.2.3\n"},
		{"v1.2.4", "v1.2.3", 2, "", "::error title=lexsmith::lexsmith_1.2.4_linux_amd64.tar.gz does not have the checksum"},
		{"v1.2.5", "", 2, "", "::error title=lexsmith::lexsmith_1.2.5_linux_amd64.tar.gz does not have the checksum"},
		{"v1.2.6", "", 0, "", "v1.2.6 has no lexsmith_1.2.6_linux_amd64.tar.gz; building lexsmith from source\n"},
		{"v9.9.9", "", 0, "", "v9.9.9 has no checksums.txt; building lexsmith from source\n"},
		{"", "main", 0, "", ""},
		{"", "v1", 0, "", ""},
		{"latest", "v1.2.3", 0, "", ""},
		{"v1.2.3/../x", "", 0, "", ""},
		{"v1.2.3\nx", "", 0, "", ""},
	} {
		sub := &runner{t, r.action, t.TempDir(), map[string]string{"github.action_ref": test.ref}}
		got := sub.step("Download lexsmith", "", map[string]string{"version": test.version}, "PATH="+stubs+":"+os.Getenv("PATH"), "RELEASES="+releases)
		if got.status != test.status || got.outputs["found"] != test.found || !strings.Contains(got.stdout, test.stdout) {
			t.Errorf("%+v: %+v", test, got)
		}
		_, err := os.Stat(filepath.Join(sub.temp, "lexsmith", "lexsmith"))
		if (err == nil) != (test.found == "true") {
			t.Errorf("%+v: the program is there: %v", test, err == nil)
		}
		if _, err := os.Stat(filepath.Join(sub.temp, "asked")); test.stdout == "" && err == nil {
			t.Errorf("%+v: asked for %s", test, sub.read(filepath.Join(sub.temp, "asked")))
		}
	}
	sub := &runner{t, r.action, t.TempDir(), map[string]string{"github.action_ref": "v1.2.3"}}
	if got := sub.step("Download lexsmith", "", nil, "PATH="+stubs+":"+os.Getenv("PATH"), "RELEASES="+releases, "RUNNER_ARCH=RISCV"); got.status != 0 || len(got.outputs) > 0 {
		t.Errorf("another processor: %+v", got)
	}
}

// Without a release, a requested version is installed with Go. A stub of go records its arguments.
func TestActionBuildVersion(t *testing.T) {
	r := newRunner(t)
	folder := t.TempDir()
	stub := "#!/bin/sh\necho \"$@\" >\"$RUNNER_TEMP/asked\"\nmkdir -p \"$GOBIN\"\nprintf '#!/bin/sh\\necho stub\\n' >\"$GOBIN/lexsmith\"\nchmod +x \"$GOBIN/lexsmith\"\n"
	if err := os.WriteFile(filepath.Join(folder, "go"), []byte(stub), 0o700); err != nil {
		t.Fatal(err)
	}
	got := r.step("Build lexsmith", "", map[string]string{"version": "v1.2.3"}, "PATH="+folder+":"+os.Getenv("PATH"))
	if asked := r.read(filepath.Join(r.temp, "asked")); got.status != 0 || asked != "install github.com/lexsmith/lexsmith@v1.2.3\n" {
		t.Errorf("%+v, asked for %q", got, asked)
	}
}
