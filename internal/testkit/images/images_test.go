package main

import (
	"encoding/xml"
	"math"
	"os"
	"strings"
	"testing"
)

// The pictures show what lexsmith prints today: their text is the output without
// color, and their bytes are what drawing it again gives.
func TestPictures(t *testing.T) {
	t.Chdir("../../..")
	program, err := build(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pictures {
		t.Run(p.name, func(t *testing.T) {
			image, err := os.ReadFile(p.file())
			if err != nil {
				t.Fatal(err)
			}
			plain, err := p.run(program, "never")
			if err != nil {
				t.Fatal(err)
			}
			if got, want := text(t, image), "$ "+p.command()+"\n"+plain; got != want {
				t.Fatalf("%s shows\n%s\nbut the output is\n%s\nRun: make images", p.file(), got, want)
			}
			colored, err := p.run(program, "always")
			if err != nil {
				t.Fatal(err)
			}
			again, err := draw(p.command(), colored)
			if err != nil {
				t.Fatal(err)
			}
			if string(again) != string(image) {
				t.Errorf("%s is not what drawing it again gives. Run: make images", p.file())
			}
		})
	}
}

// text returns the lines of a picture by reading its texts and their places.
func text(t *testing.T, image []byte) string {
	t.Helper()
	var svg struct {
		Text []struct {
			X    float64 `xml:"x,attr"`
			Y    int     `xml:"y,attr"`
			Text string  `xml:",chardata"`
		} `xml:"text"`
	}
	if err := xml.Unmarshal(image, &svg); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, s := range svg.Text {
		line, column := (s.Y-margin-fontSize)/lineHeight, int(math.Round((s.X-margin)/cellWidth))
		for len(lines) <= line {
			lines = append(lines, "")
		}
		if gap := column - len([]rune(lines[line])); gap != 0 {
			t.Fatalf("%q begins at column %d, %d columns behind the text before it", s.Text, column, gap)
		}
		lines[line] += s.Text
	}
	return strings.Join(lines, "\n") + "\n"
}

func TestParse(t *testing.T) {
	lines, err := parse("\x1b[1;31merror:\x1b[0m \x1b[34m字\x1b[m|\n\nplain\n")
	if err != nil {
		t.Fatal(err)
	}
	want := [][]span{
		{
			{style{bold: true, color: 1}, 0, 6, "error:"},
			{style{}, 6, 1, " "},
			{style{color: 4}, 7, 2, "字"},
			{style{}, 9, 1, "|"},
		},
		nil,
		{{style{}, 0, 5, "plain"}},
	}
	for i, line := range want {
		if len(lines) != len(want) || len(lines[i]) != len(line) {
			t.Fatalf("got %v, want %v", lines, want)
		}
		for k, s := range line {
			if lines[i][k] != s {
				t.Errorf("line %d: got %v, want %v", i, lines[i][k], s)
			}
		}
	}
	for _, output := range []string{"\x1b[4munderlined\n", "\x1b[2Kerased\n", "\x1b]8;;https://example.com\x1b\\link\n", "a\tb\n"} {
		if _, err := parse(output); err == nil {
			t.Errorf("%q is accepted", output)
		}
	}
}
