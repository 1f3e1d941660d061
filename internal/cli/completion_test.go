package cli

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

func TestWrite(t *testing.T) {
	root := &cobra.Command{Use: "program"}
	for _, shell := range Shells() {
		var script strings.Builder
		if err := WriteCompletion(&script, root, shell); err != nil || !strings.Contains(script.String(), "program") {
			t.Errorf("%s: %v, %d bytes", shell, err, script.Len())
		}
	}
	if err := WriteCompletion(new(strings.Builder), root, "tcsh"); err == nil {
		t.Error("tcsh is supported")
	}
}
