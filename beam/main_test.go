package main

import (
	"flag"
	"slices"
	"strings"
	"testing"
)

// Flags that make no sense are refused before a pipeline starts.
func TestFlags(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"-L testdata/lexicons", "no files given"},
		{"x.ndjson", "name the schemas with -L, or with --archive"},
		{"-L testdata/lexicons --archive a.zip x.ndjson", "name the schemas with -L, or with --archive"},
		{"-L absent x.ndjson", "absent: no such file or directory"},
		{"-L testdata/lexicons --shards 0 x.ndjson", "--shards 0: must be at least 1"},
		{"-L testdata/lexicons --workers -1 x.ndjson", "--workers -1: must not be negative"},
		{"-L testdata/lexicons --severity length=none x.ndjson", "unknown severity"},
		{"-L testdata/lexicons --profile v9 x.ndjson", "unknown profile"},
		{"-L testdata/lexicons --lexicons testdata/lexicons --severity length=off --profile v1 --shards 3 x.ndjson", ""},
		{"--archive a.zip --allow-unknown --legacy --out gs://bucket/x gs://bucket/*.ndjson", ""},
	} {
		flags := flag.NewFlagSet("beam", flag.ContinueOnError)
		j := newJob(flags)
		if err := flags.Parse(strings.Fields(test.args)); err != nil {
			t.Fatal(err)
		}
		_, err := j.pipeline(flags.Args())
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %q", test.args, err, test.want)
		}
	}
}

// The usage lists all flags of the program.
func TestUsage(t *testing.T) {
	flags := flag.NewFlagSet("beam", flag.ContinueOnError)
	newJob(flags)
	words := strings.FieldsFunc(usage, func(r rune) bool { return strings.ContainsRune(" \n,\":", r) })
	flags.VisitAll(func(f *flag.Flag) {
		if !slices.Contains(words, "--"+f.Name) && !slices.Contains(words, "-"+f.Name) {
			t.Errorf("the usage lacks --%s", f.Name)
		}
	})
}
