package syntax_test

import (
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// valueFault is a text that is not valid in a format, with the reason and offset
// of the error.
type valueFault struct {
	text   string
	offset int
	reason string // a part of it
}

// checkValues checks texts that are valid in a format and texts that are not.
func checkValues(t *testing.T, format syntax.Format, valid []string, invalid []valueFault) {
	t.Helper()
	for _, text := range valid {
		if err := format.Check(text); err != nil {
			t.Errorf("%.60q: %v", text, err)
		}
	}
	for _, want := range invalid {
		err, ok := format.Check(want.text).(*syntax.Error)
		switch {
		case !ok:
			t.Errorf("%.60q is taken for a valid %s", want.text, format)
		case err.Offset != want.offset || !strings.Contains(err.Reason, want.reason) || err.Format != format.String():
			t.Errorf("%.60q: %v, want %q at byte %d", want.text, err, want.reason, want.offset)
		}
	}
	texts := valid
	for _, f := range invalid {
		texts = append(texts, f.text)
	}
	if n := testing.AllocsPerRun(10, func() {
		for _, text := range texts {
			format.Valid(text)
		}
	}); n != 0 {
		t.Errorf("checking %ss allocates %v times", format, n)
	}
}

func TestDatetime(t *testing.T) {
	checkValues(t, syntax.FormatDatetime, []string{
		"1985-04-12T23:20:50Z",
		"1985-04-12T23:20:50.0Z",
		"1985-04-12T23:20:50.123456789012345678901234567890Z",
		"1985-04-12T23:20:50.5+05:45",
		"1985-04-12T23:20:50-23:59",
		"1985-04-12T23:20:50+00:00",
		"2024-02-29T00:00:00Z",
		"2000-02-29T00:00:00Z",
		"0000-02-29T00:00:00Z",
		"0000-01-01T00:00:00Z",
		"0000-01-01T00:00:00-23:59",
		"0000-01-01T05:45:00+05:45",
		"0000-01-02T00:00:00+23:59",
		"9999-12-31T23:59:59.9Z",
		"9999-12-31T23:59:59+00:01",
		"9999-12-31T00:00:59.9-23:59",
		"9999-12-30T23:59:59-23:59",
	}, []valueFault{
		{"", 0, "expected a four-digit year, found the end"},
		{"985-04-12T23:20:50Z", 3, "expected a four-digit year"},
		{"01985-04-12T23:20:50Z", 4, `expected "-" after the year`},
		{"+01985-04-12T23:20:50Z", 0, "expected a four-digit year"},
		{"1985-4-12T23:20:50Z", 6, "expected a two-digit month"},
		{"1985-004-12T23:20:50Z", 7, `expected "-" after the month`},
		{"1985-04-2T23:20:50Z", 9, "expected a two-digit day"},
		{"1985-04-12", 10, `expected an uppercase "T" after the date, found the end`},
		{"1985-04-12t23:20:50Z", 10, `expected an uppercase "T"`},
		{"1985-04-12 23:20:50Z", 10, `expected an uppercase "T"`},
		{"1985-04-12T3:20:50Z", 12, "expected a two-digit hour"},
		{"1985-04-12T23;20:50Z", 13, `expected ":" after the hour`},
		{"1985-04-12T23:0:50Z", 15, "expected a two-digit minute"},
		{"1985-04-12T23:20Z", 16, `expected ":" after the minute`},
		{"1985-04-12T23:20:5Z", 18, "expected a two-digit second"},
		{"1985-04-12T23:20:050Z", 19, `expected a timezone ("Z" or a UTC offset such as "+02:00")`},
		{"1985-00-12T23:20:50Z", 5, "the month is 0, but must be 1 to 12"},
		{"1985-13-12T23:20:50Z", 5, "the month is 13"},
		{"1985-04-00T23:20:50Z", 8, "the day is 0, but this month has 30 days"},
		{"2024-04-31T00:00:00Z", 8, "the day is 31, but this month has 30 days"},
		{"2023-02-29T00:00:00Z", 8, "has 28 days"},
		{"2024-02-30T00:00:00Z", 8, "has 29 days"},
		{"1900-02-29T00:00:00Z", 8, "has 28 days"},
		{"1985-12-32T00:00:00Z", 8, "has 31 days"},
		{"1985-04-12T24:00:00Z", 11, "the hour is 24, but must be at most 23"},
		{"1985-04-12T23:60:00Z", 14, "the minute is 60, but must be at most 59"},
		{"1985-04-12T23:59:60Z", 17, "the second is 60, but must be at most 59"},
		{"1985-04-12T23:20:50.Z", 20, "expected a digit after the decimal point"},
		{"1985-04-12T23:20:50,5Z", 19, "not a comma"},
		{"1985-04-12T23:20:50.5", 21, "the timezone is missing"},
		{"1985-04-12T23:20:50z", 19, `an uppercase "Z"`},
		{"1985-04-12T23:20:50Z ", 20, "after the timezone"},
		{"1985-04-12T23:20:50+02:00Z", 25, "after the timezone"},
		{"1985-04-12T23:20:50+0200", 22, "expected an offset of the form +hh:mm or -hh:mm"},
		{"1985-04-12T23:20:50+02:0", 24, "found the end"},
		{"1985-04-12T23:20:50-", 20, "found the end"},
		{"1985-04-12T23:20:50+24:00", 20, "the hour of the offset is 24, but must be at most 23"},
		{"1985-04-12T23:20:50+02:60", 23, "the minute of the offset is 60, but must be at most 59"},
		{"1985-04-12T23:20:50-00:00", 19, "-00:00 is not allowed"},
		{"0000-01-01T00:00:00+00:01", 19, "before the year 0000"},
		{"0000-01-01T05:44:59.9+05:45", 21, "before the year 0000"},
		{"9999-12-31T23:59:00-00:01", 19, "after the year 9999"},
		{"9999-12-31T00:01:00.0-23:59", 21, "after the year 9999"},
	})
}

func TestIsDatetimeWithoutZone(t *testing.T) {
	for text, want := range map[string]bool{
		"1985-04-12T23:20:50":     true,
		"1985-04-12T23:20:50.123": true,
		"1985-04-12T23:20:50Z":    false,
		"1985-04-12T23:20:50.":    false,
		"1985-04-12T23:20":        false,
		"1985-04-31T23:20:50":     false,
		"1985-04-12T23:20:50+":    false,
		"":                        false,
	} {
		if got := syntax.IsDatetimeWithoutZone(text); got != want {
			t.Errorf("IsDatetimeWithoutZone(%q) = %v, want %v", text, got, want)
		}
	}
}

var datetimeShape = regexp.MustCompile(`^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|([+-])(\d\d):(\d\d))$`)

// slowDatetime checks with a regular expression and the time package.
func slowDatetime(text string) bool {
	m := datetimeShape.FindStringSubmatch(text)
	if m == nil {
		return false
	}
	local, err := time.Parse("2006-01-02T15:04:05", m[1])
	if err != nil {
		return false
	}
	if m[2] == "" {
		return true
	}
	hours, _ := strconv.Atoi(m[3])
	minutes, _ := strconv.Atoi(m[4])
	offset := time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute
	if hours > 23 || minutes > 59 || m[2] == "-" && offset == 0 {
		return false
	}
	if m[2] == "+" {
		offset = -offset
	}
	year := local.Add(offset).Year()
	return 0 <= year && year <= 9999
}

func FuzzDatetime(f *testing.F) {
	f.Add("1985-04-12T23:20:50.123Z")
	f.Add("0000-01-01T01:00:00.1+01:01")
	f.Add("9999-12-31T23:59:00.1-00:01")
	f.Add("2000-02-29T23:59:59-23:59")
	f.Add("1900-02-29T23:59:60-00:00")
	f.Fuzz(func(t *testing.T, text string) {
		if got, want := syntax.IsDatetime(text), slowDatetime(text); got != want {
			t.Errorf("IsDatetime(%q) = %v, want %v", text, got, want)
		}
		if got, want := syntax.IsDatetimeWithoutZone(text), slowDatetime(text+"Z"); got != want {
			t.Errorf("IsDatetimeWithoutZone(%q) = %v, want %v", text, got, want)
		}
		checkParse(t, text, parser[string](syntax.FormatDatetime), syntax.IsDatetime)
	})
}

// checkParse checks that the parse function of a format agrees with its is
// function, keeps the text, and names an offset within it.
func checkParse[T ~string](t *testing.T, text string, parse func(string) (T, error), is func(string) bool) {
	t.Helper()
	got, err := parse(text)
	if (err == nil) != is(text) {
		t.Fatalf("parsing %q: %v, but the check says %v", text, err, is(text))
	}
	if err == nil {
		if string(got) != text {
			t.Errorf("parsing %q gives %q", text, got)
		}
		return
	}
	e := err.(*syntax.Error)
	if e.Offset < 0 || e.Offset > len(text) || e.Reason == "" || strings.ContainsAny(e.Reason, "\n\x1b") {
		t.Errorf("parsing %q: offset %d, reason %q", text, e.Offset, e.Reason)
	}
}

func BenchmarkIsDatetime(b *testing.B) {
	for b.Loop() {
		syntax.IsDatetime("2024-05-01T10:20:30.123Z")
	}
}
