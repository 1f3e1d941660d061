package cli

import "testing"

func TestSize(t *testing.T) {
	for text, want := range map[string]int64{
		"1": 1, "100": 100, "100B": 100, "2kB": 2000, "2KB": 2000, "2KiB": 2048, "32MiB": 32 << 20, "32 MiB": 32 << 20, "32mib": 32 << 20,
		"1MB": 1e6, "1GiB": 1 << 30, "1GB": 1e9, "1048576KiB": 1 << 30,
		"": 0, "MiB": 0, "0": 0, "-1": 0, "1.5MiB": 0, "2GiB": 2 << 30, "99999999999999999999": 0, "9GiB ": 9 << 30, "9999999999GiB": 0, "1TiB": 0, "1 x": 0, "1Ki": 0,
	} {
		got, err := parseSize(text)
		if (err == nil) != (want > 0) || got != want {
			t.Errorf("%q: got %d, %v, want %d", text, got, err, want)
		}
	}
	for n, want := range map[int64]string{32 << 20: "32MiB", 1 << 30: "1GiB", 1536: "1536B", 2000: "2kB", 3 << 10: "3KiB", 1: "1B"} {
		if got := sizeText(n); got != want {
			t.Errorf("%d is %s, want %s", n, got, want)
		}
	}
}
