package terminal

import (
	"strings"

	"github.com/rivo/uniseg"
)

// Columns returns rows of texts, each on a line, with their columns aligned two spaces
// apart. Columns that are empty in all rows are left out.
func Columns(rows [][]string) string {
	var widths []int
	for _, row := range rows {
		for i, text := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], uniseg.StringWidth(text))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		var line strings.Builder
		for i, text := range row {
			if widths[i] > 0 {
				line.WriteString(text + strings.Repeat(" ", widths[i]-uniseg.StringWidth(text)+2))
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
	return b.String()
}
