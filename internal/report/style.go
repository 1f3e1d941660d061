package report

import (
	"io"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	"github.com/lexsmith/lexsmith/pkg/diag"
)

// styles colors single spans of text. The zero styles leave them unchanged.
type styles struct {
	on                bool
	path, gutter, dim lipgloss.Style
	severity          [diag.Error + 1]lipgloss.Style
}

// newStyles returns styles in the 16 colors that users can configure in their
// terminals. It never queries the terminal.
func newStyles(w io.Writer) styles {
	r := lipgloss.NewRenderer(w)
	r.SetColorProfile(termenv.ANSI) // an option of NewRenderer has no effect without a terminal
	r.SetHasDarkBackground(true)
	s := styles{
		on:     true,
		path:   r.NewStyle().Bold(true),
		gutter: r.NewStyle().Foreground(lipgloss.Color("4")),
		dim:    r.NewStyle().Faint(true),
	}
	s.severity[diag.Error] = r.NewStyle().Bold(true).Foreground(lipgloss.Color("1"))
	s.severity[diag.Warning] = r.NewStyle().Bold(true).Foreground(lipgloss.Color("3"))
	s.severity[diag.Info] = r.NewStyle().Bold(true).Foreground(lipgloss.Color("6"))
	return s
}

// paint colors a text, which must be escaped.
func (s *styles) paint(style *lipgloss.Style, text string) string {
	if !s.on || text == "" {
		return text
	}
	return style.Render(text)
}
