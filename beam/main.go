// Command beam validates AT Protocol records with Apache Beam: files of any size, on
// this computer or on a cluster. See README.md.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"

	"github.com/lexsmith/lexsmith/beam/lexsmith"
)

const usage = `Validates AT Protocol records with Apache Beam.

usage: beam -L SCHEMAS [flags] FILE...

FILE is the name of a file, or a pattern such as "data/*.ndjson", in a file system
that Beam knows: /data/… or gs://bucket/…. The extension is the format: .ndjson or
.jsonl, .car, .cbor, .json, each also with .gz.

The results are written to findings.ndjson, counts.ndjson, and invalid.ndjson in the
folder that --out specifies. The exit status is 1 if the pipeline fails, and 2 if it
cannot be built.

Flags:
  -L, --lexicons PATH     schemas to validate against, a file or folder; repeatable
  --archive FILE          read the schemas from a zip archive in the pipeline
  --out FOLDER            where to write the results (default validation)
  --shards N              write each result to N files (default 1)
  --workers N             branches that check values (default: one per processor with prism, otherwise 1)
  --stats                 also write how the values use their schemas, to stats.ndjson
  --allow-unknown         count values whose schema is not loaded instead of reporting them
  --legacy                accept legacy blobs and datetimes without a timezone
  --severity RULE=LEVEL   override the severity of a rule or group; repeatable
  --profile PROFILE       language profile: atproto or v1
  --runner RUNNER         prism (default), flink, spark or dataflow
  --verbose               log the actions of the runner

Runners have additional flags, such as --endpoint, --environment_type, --parallelism,
--project, --region and --staging_location; see "beam --help-beam".
`

// job is what the flags ask for.
type job struct {
	lexicons   []string
	archive    string
	out        string
	shards     int
	stats      bool
	options    lexsmith.Options
	verbose    bool
	runnerHelp bool // print the flags of runners
}

func main() {
	j := newJob(flag.CommandLine)
	flag.Usage = func() { fmt.Fprint(flag.CommandLine.Output(), usage) }
	flag.Parse()
	if j.runnerHelp {
		flag.CommandLine.SetOutput(os.Stdout)
		flag.PrintDefaults()
		return
	}
	beam.Init() // on a worker it does not return
	if !j.verbose && onPrism() {
		slog.SetDefault(slog.New(slog.DiscardHandler))
	}
	p, err := j.pipeline(flag.Args())
	if err != nil {
		fmt.Fprintf(os.Stderr, "beam: %v; run \"beam --help\" for usage\n", err)
		os.Exit(2)
	}
	if err := beamx.Run(context.Background(), p); err != nil {
		fmt.Fprintln(os.Stderr, "beam:", j.cause(err))
		os.Exit(1)
	}
	fmt.Printf("findings.ndjson, counts.ndjson, and invalid.ndjson are in %s\n", j.out)
}

// cause returns what is wrong. Prism puts the plan of the step that failed in front of
// it.
func (j *job) cause(err error) string {
	text := err.Error()
	if i := strings.LastIndex(text, " failed:\n"); i >= 0 && !j.verbose && onPrism() {
		text = text[i+len(" failed:\n"):]
	}
	return strings.TrimSpace(text)
}

// newJob defines the flags of a job.
func newJob(flags *flag.FlagSet) *job {
	j := &job{}
	list := func(values *[]string) func(string) error {
		return func(value string) error {
			*values = append(*values, value)
			return nil
		}
	}
	flags.Func("L", "", list(&j.lexicons))
	flags.Func("lexicons", "", list(&j.lexicons))
	flags.StringVar(&j.archive, "archive", "", "")
	flags.StringVar(&j.out, "out", "validation", "")
	flags.IntVar(&j.shards, "shards", 1, "")
	flags.BoolVar(&j.stats, "stats", false, "")
	flags.IntVar(&j.options.Workers, "workers", 0, "")
	flags.BoolVar(&j.options.AllowUnknown, "allow-unknown", false, "")
	flags.BoolVar(&j.options.Legacy, "legacy", false, "")
	flags.Func("severity", "", list(&j.options.Severity))
	flags.StringVar(&j.options.Profile, "profile", "", "")
	flags.BoolVar(&j.verbose, "verbose", false, "")
	flags.BoolVar(&j.runnerHelp, "help-beam", false, "")
	return j
}

// pipeline returns the pipeline that checks the files of these names and patterns.
func (j *job) pipeline(files []string) (*beam.Pipeline, error) {
	switch {
	case len(files) == 0:
		return nil, errors.New("no files given")
	case (len(j.lexicons) == 0) == (j.archive == ""):
		return nil, errors.New("name the schemas with -L, or with --archive")
	case j.shards < 1:
		return nil, fmt.Errorf("--shards %d: must be at least 1", j.shards)
	case j.options.Workers < 0:
		return nil, fmt.Errorf("--workers %d: must not be negative", j.options.Workers)
	}
	if err := j.options.Check(); err != nil {
		return nil, err
	}
	options := j.options
	if options.Workers == 0 && onPrism() {
		options.Workers = runtime.NumCPU()
	}
	p, s := beam.NewPipelineWithRoot()
	var archive beam.PCollection
	if j.archive != "" {
		archive = lexsmith.ReadArchive(s, j.archive)
	} else {
		text, err := lexsmith.Pack(j.lexicons...)
		if err != nil {
			return nil, err
		}
		archive = beam.Create(s, text)
	}
	pieces := lexsmith.Files(s, files...)
	checked := lexsmith.Validate(s, options, archive, pieces)
	results := map[string]beam.PCollection{"findings": checked.Findings, "counts": checked.Counts, "invalid": checked.Invalid}
	if j.stats {
		results["stats"] = lexsmith.Stats(s, options, archive, pieces)
	}
	for name, lines := range results {
		lexsmith.Write(s, strings.TrimSuffix(j.out, "/")+"/"+name+".ndjson", j.shards, lines)
	}
	return p, nil
}

// onPrism reports whether the pipeline runs on prism.
func onPrism() bool {
	return slices.Contains([]string{"", "prism", "PrismRunner"}, *runners.Runner)
}
