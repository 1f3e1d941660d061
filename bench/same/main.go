// Same runs two builds of lexsmith over the same inputs and says where their
// findings differ by rule, place or severity. Messages and help may differ: it
// is the check for changes that must not change behavior.
//
//	go run ./same OLD NEW CORPUS
//
// OLD and NEW are binaries. CORPUS has the folders schemas, schemas-broken,
// revisions and data.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: same OLD NEW CORPUS")
		os.Exit(2)
	}
	c := &comparison{old: os.Args[1], new: os.Args[2]}
	if err := c.run(os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "same:", err)
		os.Exit(2)
	}
	if c.differ > 0 {
		os.Exit(1)
	}
}

// comparison counts what two binaries say of the same inputs.
type comparison struct {
	old, new string
	differ   int
}

// tally counts runs of a command, and what they found.
type tally struct {
	name                   string
	runs, findings, differ int
}

func (c *comparison) run(corpus string) error {
	work, err := os.MkdirTemp("", "lexsmith-same-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	for _, part := range []func(string, string) (*tally, error){c.lint, c.validate, c.diff, c.export} {
		t, err := part(corpus, work)
		if err != nil {
			return err
		}
		c.differ += t.differ
		fmt.Printf("%-9s %5d runs, %6d findings, %d runs differ\n", t.name, t.runs, t.findings, t.differ)
	}
	return nil
}

// lint checks each folder of schemas by itself, and all of them together, under
// both profiles.
func (c *comparison) lint(corpus, _ string) (*tally, error) {
	t := &tally{name: "lint"}
	folders, err := filepath.Glob(filepath.Join(corpus, "schemas", "*"))
	if err != nil {
		return nil, err
	}
	folders = append(folders, filepath.Join(corpus, "schemas"), filepath.Join(corpus, "schemas-broken"))
	for _, folder := range folders {
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			continue
		}
		for _, profile := range []string{"v1", "atproto"} {
			if err := c.findings(t, "lint", "--profile", profile, folder); err != nil {
				return nil, err
			}
		}
	}
	return t, nil
}

// validate checks records as cases, so that each line names its definition, and
// repositories.
func (c *comparison) validate(corpus, work string) (*tally, error) {
	t := &tally{name: "validate"}
	schemas := []string{
		"-L", filepath.Join(corpus, "schemas", "bluesky-social__atproto"), "-L", filepath.Join(corpus, "data", "catalog"),
		"-L", filepath.Join(corpus, "schemas", "grainsocial__grain"), "-L", filepath.Join(corpus, "schemas", "mary-ext__tangled.sh-mirror"),
	}
	files, err := filepath.Glob(filepath.Join(corpus, "data", "records", "*.ndjson"))
	if err != nil {
		return nil, err
	}
	for _, name := range append(files, filepath.Join(corpus, "data", "mutated.ndjson"), filepath.Join(corpus, "data", "xrpc.ndjson")) {
		cases, err := asCases(name, work)
		if err != nil {
			return nil, err
		}
		if err := c.findings(t, "validate", append(schemas, "--cases", cases)...); err != nil {
			return nil, err
		}
	}
	cars, err := filepath.Glob(filepath.Join(corpus, "data", "car", "*.car"))
	if err != nil {
		return nil, err
	}
	for _, name := range cars {
		if err := c.findings(t, "validate", append(schemas, name)...); err != nil {
			return nil, err
		}
	}
	return t, nil
}

// asCases writes each line of a file of data as two cases, one for each verdict:
// the one that fails shows the findings on the value as related places.
func asCases(name, work string) (string, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for line := range strings.Lines(string(text)) {
		var in struct {
			Ref, NSID, Part string
			Data            json.RawMessage
		}
		if err := json.Unmarshal([]byte(line), &in); err != nil {
			return "", fmt.Errorf("%s: %w", name, err)
		}
		for _, valid := range []bool{true, false} {
			one := map[string]any{"ref": in.Ref + in.NSID, "value": in.Data, "valid": valid}
			if in.Part != "" {
				one["part"] = in.Part
			}
			out, err := json.Marshal(one)
			if err != nil {
				return "", err
			}
			b.Write(append(out, '\n'))
		}
	}
	path := filepath.Join(work, filepath.Base(name))
	return path, os.WriteFile(path, []byte(b.String()), 0o644)
}

func (c *comparison) diff(corpus, _ string) (*tally, error) {
	t := &tally{name: "diff"}
	pairs, err := filepath.Glob(filepath.Join(corpus, "revisions", "*", "*", "before.json"))
	if err != nil {
		return nil, err
	}
	for _, before := range pairs {
		after := filepath.Join(filepath.Dir(before), "after.json")
		for _, sides := range [][2]string{{before, after}, {after, before}} {
			if err := c.findings(t, "diff", sides[0], sides[1]); err != nil {
				return nil, err
			}
		}
	}
	return t, nil
}

// export compares whole documents, and the losses of the report.
func (c *comparison) export(corpus, work string) (*tally, error) {
	t := &tally{name: "export"}
	folders, err := filepath.Glob(filepath.Join(corpus, "schemas", "*"))
	if err != nil {
		return nil, err
	}
	for _, folder := range folders {
		if info, err := os.Stat(folder); err != nil || !info.IsDir() {
			continue
		}
		for _, target := range []string{"jsonschema", "openapi", "asyncapi"} {
			var documents [2]string
			for i, binary := range []string{c.old, c.new} {
				report := filepath.Join(work, "report.json")
				os.Remove(report)
				cmd := exec.Command(binary, "export", target, "--annotations", "none", "--allow-unresolved", "--report", report, folder)
				out, err := cmd.Output()
				if !ran(err) {
					return nil, err
				}
				documents[i] = string(out) + losses(report)
			}
			t.runs++
			if documents[0] != documents[1] {
				t.differ++
				fmt.Printf("differs: export %s %s\n", target, folder)
			}
		}
	}
	return t, nil
}

// losses returns the losses that a report lists, "" without a report.
func losses(report string) string {
	text, err := os.ReadFile(report)
	if err != nil {
		return ""
	}
	var read struct{ Losses json.RawMessage }
	if err := json.Unmarshal(text, &read); err != nil {
		return err.Error()
	}
	return string(read.Losses)
}

// findings runs both binaries and compares what they find.
func (c *comparison) findings(t *tally, command string, args ...string) error {
	var found [2][]string
	for i, binary := range []string{c.old, c.new} {
		var err error
		if found[i], err = findings(binary, command, args); err != nil {
			return err
		}
	}
	t.runs++
	t.findings += len(found[0])
	if slices.Equal(found[0], found[1]) {
		return nil
	}
	t.differ++
	fmt.Printf("differs: %s %s\n", command, strings.Join(args, " "))
	for _, side := range []struct {
		sign       string
		own, other []string
	}{{"-", found[0], found[1]}, {"+", found[1], found[0]}} {
		shown := 0
		for _, line := range side.own {
			if _, ok := slices.BinarySearch(side.other, line); !ok && shown < 10 {
				fmt.Printf("  %s %s\n", side.sign, line)
				shown++
			}
		}
	}
	return nil
}

// findings returns the findings of a run without their words, sorted.
func findings(binary, command string, args []string) ([]string, error) {
	cmd := exec.Command(binary, append([]string{command, "--format", "json"}, args...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if !ran(err) {
		return nil, err
	}
	var report struct {
		Findings []map[string]any
		Summary  map[string]any
	}
	if len(out) > 0 {
		if err := json.Unmarshal(out, &report); err != nil {
			return nil, fmt.Errorf("%s %s: %w", command, strings.Join(args, " "), err)
		}
	}
	var lines []string
	for _, f := range report.Findings {
		wordless(f)
		line, err := json.Marshal(f)
		if err != nil {
			return nil, err
		}
		lines = append(lines, string(line))
	}
	slices.Sort(lines)
	return lines, nil
}

// ran reports whether a program ran, whatever its exit status was.
func ran(err error) bool {
	var exit *exec.ExitError
	return err == nil || errors.As(err, &exit)
}

// wordless removes all texts for people from a finding.
func wordless(value any) {
	switch v := value.(type) {
	case map[string]any:
		delete(v, "message")
		delete(v, "help")
		for _, inner := range v {
			wordless(inner)
		}
	case []any:
		for _, inner := range v {
			wordless(inner)
		}
	}
}
