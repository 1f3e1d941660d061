package report

import (
	"bufio"
	"cmp"
	"encoding/xml"
	"maps"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/terminal"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// junitPrinter writes JUnit XML: a suite for each method or file, and in it a test case for
// each finding. Errors are failures; other findings are the output of a case that passes.
type junitPrinter struct {
	out     *bufio.Writer
	options *Options
	suites  map[string][]junitCase // by method or file
}

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	Failure *junitFailure `xml:"failure"`
	Skipped *junitSkipped `xml:"skipped"`
	Output  string        `xml:"system-out,omitempty"`
}

type junitFailure struct {
	Type    string `xml:"type,attr"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

type junitSkipped struct {
	Message string `xml:"message,attr"`
}

func newJUnitPrinter(out *bufio.Writer, o *Options) printer {
	return &junitPrinter{out: out, options: o, suites: map[string][]junitCase{}}
}

func (p *junitPrinter) finding(f *diag.Finding) {
	suite, curl := cmp.Or(f.Place().Path(), f.NSID), ""
	if f.Data != nil && f.Data.Curl != "" {
		suite, curl = cmp.Or(f.NSID, f.Place().Path()), f.Data.Curl
	}
	message := terminal.Escape(f.Message)
	lines := phrases{terminal.Escape(f.String())}
	lines.say(terminal.Escape(f.Pointer))
	lines.add(len(f.Help), "help: "+terminal.Escape(f.Help))
	lines.say(terminal.Escape(curl))
	c := junitCase{Name: f.Rule.Code + ": " + message, Class: terminal.Escape(suite)}
	if text := strings.Join(lines, "\n"); f.Severity == diag.Error {
		c.Failure = &junitFailure{f.Rule.Code, message, text}
	} else {
		c.Output = text
	}
	p.suites[suite] = append(p.suites[suite], c)
}

func (p *junitPrinter) close(o *outcome) error {
	var names []string
	if o.Tests != nil {
		for _, m := range o.Tests.Methods {
			names = append(names, m.NSID)
			if len(p.suites[m.NSID]) == 0 {
				p.suites[m.NSID] = []junitCase{{Name: "all requests", Class: m.NSID}}
			}
		}
		for _, nsid := range o.Tests.LeftOut {
			names = append(names, nsid)
			p.suites[nsid] = []junitCase{{Name: "all requests", Class: nsid, Skipped: &junitSkipped{"procedures are not called without --write"}}}
		}
	}
	others := slices.DeleteFunc(slices.Sorted(maps.Keys(p.suites)), func(name string) bool { return slices.Contains(names, name) })
	names = append(names, others...)
	all := junitSuites{Name: "lexsmith " + p.options.Command}
	if len(names) == 0 { // a report without a test case is one of no tests
		names, p.suites["cases"] = []string{"cases"}, []junitCase{{Name: "all cases", Class: "cases"}}
	}
	for _, name := range names {
		s := junitSuite{Name: terminal.Escape(name), Cases: p.suites[name]}
		for _, c := range s.Cases {
			s.Tests++
			if c.Failure != nil {
				s.Failures++
			}
			if c.Skipped != nil {
				s.Skipped++
			}
		}
		all.Suites, all.Tests, all.Failures = append(all.Suites, s), all.Tests+s.Tests, all.Failures+s.Failures
	}
	text, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return err
	}
	p.out.WriteString(xml.Header)
	p.out.Write(text)
	p.out.WriteString("\n")
	return nil
}
