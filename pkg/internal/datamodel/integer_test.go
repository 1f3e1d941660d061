package datamodel_test

import (
	"encoding/json"
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
)

func TestParseInteger(t *testing.T) {
	zeros := strings.Repeat("0", 1000)
	for text, want := range map[string]int64{
		"0": 0, "-0": 0, "0.0": 0, "-0e5": 0, "0e999999999999999999999": 0, "0.000E-999999999999999999999": 0,
		"1": 1, "-1": -1, "1.0": 1, "1e3": 1000, "1E+3": 1000, "-1e3": -1000, "100e-2": 1, "1.5e1": 15, "0.001e3": 1,
		"120.50e1": 1205, "123.0": 123, "1" + zeros + "e-1000": 1, "0." + zeros + "1e1001": 1,
		"9007199254740993": 9007199254740993, "9007199254740993.000": 9007199254740993,
		"9223372036854775807": math.MaxInt64, "-9223372036854775808": math.MinInt64,
		"9.223372036854775807e18": math.MaxInt64, "-92233720368547758080e-1": math.MinInt64, "1e18": 1e18,
	} {
		if got, kind := datamodel.ParseInteger(text); got != want || kind != datamodel.NumberInteger {
			t.Errorf("ParseInteger(%.40q) = %d, kind %d; want %d", text, got, kind, want)
		}
	}
	for kind, texts := range map[datamodel.NumberKind][]string{
		datamodel.NumberFraction: {
			"1.5", "-0.1", "1e-1", "1e-999999999999999999999", "123456789012345678901234567890.5", "9223372036854775807.5", "0.0000001",
		},
		datamodel.NumberTooLarge: {
			"9223372036854775808", "-9223372036854775809", "9999999999999999999", "18446744073709551616", "1e19", "-1e19",
			"1e999999999", "1e999999999999999999999", "1.5e400", "99999999999999999999999999", "92233720368547758.08e2",
		},
		datamodel.NumberMalformed: {
			"", "-", "+1", "01", "-01", "00", ".5", "1.", "1.e1", "1e", "1e+", "1e1.5", "0x1", "1_000", " 1", "1 ", "NaN", "Infinity", "1e1e1", "\uff11",
		},
	} {
		for _, text := range texts {
			if value, got := datamodel.ParseInteger(text); got != kind || value != 0 {
				t.Errorf("ParseInteger(%q) = %d, kind %d; want 0, kind %d", text, value, got, kind)
			}
		}
	}
	if n := testing.AllocsPerRun(10, func() {
		datamodel.ParseInteger("120.50e1")
		datamodel.ParseInteger("1e999999999")
		datamodel.ParseInteger("1.")
	}); n != 0 {
		t.Errorf("ParseInteger allocates %v times", n)
	}
}

func FuzzParseInteger(f *testing.F) {
	f.Add("-9223372036854775808")
	f.Add("92233720368547758.07e2")
	f.Add("100.00e-2")
	f.Add("1e19")
	f.Add("0.5")
	f.Fuzz(func(t *testing.T, text string) {
		value, kind := datamodel.ParseInteger(text)
		if text == "" || !strings.Contains("-0123456789", text[:1]) || text != strings.TrimSpace(text) || !json.Valid([]byte(text)) {
			if kind != datamodel.NumberMalformed {
				t.Errorf("%q is no JSON number, but of kind %d", text, kind)
			}
			return
		}
		if i := strings.IndexAny(text, "eE"); i >= 0 {
			if exponent, err := strconv.Atoi(text[i+1:]); err != nil || exponent < -1000 || exponent > 1000 {
				return // too much for the oracle
			}
		}
		exact, ok := new(big.Rat).SetString(text)
		if !ok {
			t.Fatalf("math/big does not read %q", text)
		}
		var wantValue int64
		wantKind := datamodel.NumberInteger
		switch {
		case !exact.IsInt():
			wantKind = datamodel.NumberFraction
		case !exact.Num().IsInt64():
			wantKind = datamodel.NumberTooLarge
		default:
			wantValue = exact.Num().Int64()
		}
		if value != wantValue || kind != wantKind {
			t.Errorf("ParseInteger(%q) = %d, kind %d; want %d, kind %d", text, value, kind, wantValue, wantKind)
		}
	})
}

func BenchmarkParseInteger(b *testing.B) {
	for _, text := range []string{"7", "123456", "-9223372036854775808", "100e-2"} {
		b.Run(text, func(b *testing.B) {
			for b.Loop() {
				datamodel.ParseInteger(text)
			}
		})
	}
}
