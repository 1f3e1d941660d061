package validate

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// dataOutcomes lists what Data tells of a file: a line for each value.
func dataOutcomes(t *testing.T, v *Validator, r io.Reader, f DataFormat, o StreamOptions) []string {
	t.Helper()
	var lines []string
	_, err := v.Data(r, "d", f, o, func(value *Value) error {
		line := value.Record()
		if value.FileLevel {
			line = "besides"
		}
		for _, f := range value.Findings {
			line += " " + f.Rule.Code + " " + f.NSID
		}
		lines = append(lines, line)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

func TestDataFormats(t *testing.T) {
	for name, want := range map[string]string{
		"a.json": "json", "a.ndjson": "ndjson", "a.jsonl": "ndjson", "a.cbor": "cbor", "a.car": "car",
		"a.json.gz": "json", "a.b.jsonl.gz": "ndjson", "a.car.gz": "car", "x/.json": "json",
		"": "", "json": "", "car": "", "cbor.gz": "", "x/json": "", "a": "", "a.gz": "", "a.json.zip": "", "a.JSON": "json", "a.NdJson.GZ": "ndjson", "a.json.gz.gz": "", "a.ndjson/b": "",
	} {
		f, ok := DataFormatOf(name)
		if ok != (want != "") || ok && f.String() != want {
			t.Errorf("%q: got %v, %v; want %q", name, f, ok, want)
		}
		if byName, ok := DataFormatByName(want); ok != (want != "") || ok && byName != f {
			t.Errorf("%q: got %v, %v", want, byName, ok)
		}
	}
}

func TestData(t *testing.T) {
	memo, bad := []byte(goodMemo), []byte(longMemo(60))
	cborMemo := []byte("\xa2\x64text\x62ok\x65$type\x70com.example.memo")
	for _, test := range []struct {
		name   string
		format DataFormat
		data   []byte
		want   []string
	}{
		{"valid JSON", DataJSON, memo, []string{""}},
		{"invalid JSON", DataJSON, bad, []string{" length com.example.memo"}},
		{"JSON over lines", DataJSON, []byte(strings.ReplaceAll(goodMemo, ",", ",\n")), []string{""}},
		{"two values", DataJSON, []byte(goodMemo + "\n" + goodMemo), []string{" json-syntax "}},
		{"no JSON", DataJSON, nil, []string{" json-syntax "}},
		{"NDJSON", DataNDJSON, slices.Concat(memo, []byte("\n"), bad), []string{"0", "1 length com.example.memo"}},
		{"no values", DataNDJSON, nil, nil},
		{"CBOR", DataCBOR, cborMemo, []string{""}},
		{"invalid CBOR", DataCBOR, bytes.Replace(cborMemo, []byte("\x62ok"), []byte("\x02"), 1), []string{" value-type com.example.memo"}},
		{"CBOR cut off", DataCBOR, cborMemo[:9], []string{" invalid-cbor "}},
		{"no CAR", DataCAR, memo, []string{"besides invalid-car "}},
	} {
		t.Run(test.name, func(t *testing.T) {
			v := memoValidator(t, Options{})
			if got := dataOutcomes(t, v, bytes.NewReader(test.data), test.format, StreamOptions{}); !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
			// Compressed, by name or by its first bytes, it is the same.
			for _, detect := range []bool{false, true} {
				in := Decompress(iotest.HalfReader(bytes.NewReader(compress(test.data))), detect)
				if got := dataOutcomes(t, v, in, test.format, StreamOptions{}); !slices.Equal(got, test.want) {
					t.Errorf("compressed: got %q, want %q", got, test.want)
				}
			}
			if got := dataOutcomes(t, v, Decompress(bytes.NewReader(test.data), true), test.format, StreamOptions{}); !slices.Equal(got, test.want) {
				t.Errorf("not compressed: got %q, want %q", got, test.want)
			}
		})
	}
}

// Compressed data that is damaged is a finding after the values before it.
func TestDamaged(t *testing.T) {
	memos := strings.Repeat(goodMemo+"\n", 3000)
	whole := compress([]byte(memos))
	flipped := bytes.Clone(whole)
	flipped[len(flipped)-6] ^= 1 // in the checksum
	v := memoValidator(t, Options{})
	for name, data := range map[string][]byte{
		"cut off in the data":   whole[:len(whole)-20],
		"cut off in the sum":    whole[:len(whole)-3],
		"cut off in the header": whole[:5],
		"empty":                 nil,
		"no gzip":               []byte(memos),
		"another checksum":      flipped,
		"followed by something": append(bytes.Clone(whole), "x"...),
		"half a member follows": append(bytes.Clone(whole), whole[:12]...),
	} {
		t.Run(name, func(t *testing.T) {
			for format, rule := range map[DataFormat]string{DataNDJSON: "json-syntax", DataJSON: "json-syntax", DataCBOR: "invalid-cbor", DataCAR: "invalid-car"} {
				got := dataOutcomes(t, v, Decompress(bytes.NewReader(data), false), format, StreamOptions{})
				for i := 0; format == DataNDJSON && i < len(got)-1; i++ {
					if strings.Contains(got[i], " ") {
						t.Errorf("%v: value %d: %s", format, i, got[i])
					}
				}
				if len(got) == 0 || !strings.Contains(strings.Join(got, "\n"), rule) {
					t.Errorf("%v: got %q, want %s", format, got, rule)
				}
			}
		})
	}
	joined := slices.Concat(whole, make([]byte, 700), whole, make([]byte, 3)) // as archives are padded
	if got := dataOutcomes(t, v, Decompress(bytes.NewReader(joined), false), DataNDJSON, StreamOptions{}); len(got) != 6000 {
		t.Errorf("%d values in two members with padding", len(got))
	}
	got := dataOutcomes(t, v, Decompress(bytes.NewReader(flipped), false), DataNDJSON, StreamOptions{})
	if len(got) != 3001 || got[3000] != "3000 json-syntax " {
		t.Errorf("%d values, the last is %q", len(got), got[len(got)-1])
	}
}

// Faults of reading are errors, not findings.
func TestDataErrors(t *testing.T) {
	fault := errors.New("broken reader")
	v := memoValidator(t, Options{})
	for _, format := range []DataFormat{DataJSON, DataNDJSON, DataCBOR, DataCAR} {
		for _, r := range []io.Reader{
			iotest.ErrReader(fault),
			Decompress(iotest.ErrReader(fault), false),
			Decompress(iotest.ErrReader(fault), true),
			Decompress(io.MultiReader(bytes.NewReader(compress([]byte(goodMemo))[:15]), iotest.ErrReader(fault)), false),
		} {
			if _, err := v.Data(r, "d", format, StreamOptions{}, func(*Value) error { return nil }); !errors.Is(err, fault) {
				t.Errorf("%v: got %v, want %v", format, err, fault)
			}
		}
		mine := errors.New("mine")
		if _, err := v.Data(strings.NewReader("x"), "d", format, StreamOptions{}, func(*Value) error { return mine }); err != mine {
			t.Errorf("%v: got %v, want %v", format, err, mine)
		}
	}
}

// A CAR that is no file is copied to a temporary one, which goes away.
func TestDataCopy(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("TMP", dir)
	got := dataOutcomes(t, memoValidator(t, Options{}), strings.NewReader("\x00"), DataCAR, StreamOptions{})
	if len(got) != 1 || !strings.HasPrefix(got[0], "besides invalid-car") {
		t.Errorf("got %q", got)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
		t.Errorf("%v is left, %v", left, err)
	}
	name := filepath.Join(dir, "d.car")
	if err := os.WriteFile(name, []byte("\x00"), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if again := dataOutcomes(t, memoValidator(t, Options{}), file, DataCAR, StreamOptions{}); !slices.Equal(again, got) {
		t.Errorf("from a file: got %q, want %q", again, got)
	}
}

// Parameters are a query string, or JSON, in every format for text.
func TestDataParams(t *testing.T) {
	v := searchParams(t)
	for _, test := range []struct {
		format DataFormat
		text   string
		want   []string
	}{
		{DataJSON, "?q=cats&limit=3\n", []string{""}},
		{DataJSON, "q=cats&limit=many", []string{" value-type com.example.searchThings"}},
		{DataJSON, `{"q":"cats","limit":3}`, []string{""}},
		{DataNDJSON, "\"q=cats\"\n{\"q\":\"cats\"}\n\"limit=3\"\n", []string{"0", "1", "2 missing-required com.example.searchThings"}},
	} {
		if got := dataOutcomes(t, v, strings.NewReader(test.text), test.format, StreamOptions{}); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, want %q", test.text, got, test.want)
		}
	}
}

func TestDataTooLarge(t *testing.T) {
	if testing.Short() || underRace {
		t.Skip("it takes much time and as much memory as a value may have")
	}
	lists := []byte(goodMemo[:len(goodMemo)-1] + `,"more":[` + strings.Repeat("[],", maxParts) + `1]}`)
	for name, test := range map[string]struct {
		format DataFormat
		text   io.Reader
		want   string
	}{
		"bytes":          {DataJSON, &endless{strings.Repeat("[", 1<<15), MaxValueSize>>15 + 100}, " json-syntax "},
		"bytes of CBOR":  {DataCBOR, &endless{strings.Repeat("\x80", 1<<15), MaxCBORSize>>15 + 100}, " invalid-cbor "},
		"parts":          {DataJSON, bytes.NewReader(lists), " json-syntax "},
		"parts of CBOR":  {DataCBOR, io.MultiReader(strings.NewReader("\x9a\x00\x40\x00\x00"), strings.NewReader(strings.Repeat("\x00", 4<<20))), " invalid-cbor "},
		"parts in line":  {DataNDJSON, bytes.NewReader(lists), "0 json-syntax "},
		"commas in text": {DataJSON, strings.NewReader(goodMemo[:len(goodMemo)-1] + `,"more":"` + strings.Repeat(`,[\"`, maxParts) + `"}`), ""},
	} {
		if got := dataOutcomes(t, memoValidator(t, Options{}), test.text, test.format, StreamOptions{}); !slices.Equal(got, []string{test.want}) {
			t.Errorf("%s: got %q, want %q", name, got, test.want)
		}
	}
}
