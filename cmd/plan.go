package cmd

import (
	"path/filepath"
	"strconv"
	"strings"

	"github.com/ipfs/go-cid"
)

// actionWords are the words for an action and how often it was chosen.
type actionWords struct {
	done, planned string
	count         int
}

// countActions puts numbers before the words for actions that were chosen.
func countActions(words []actionWords, planned bool) string {
	var parts []string
	for _, w := range words {
		word := w.done
		if planned {
			word = w.planned
		}
		if w.count > 0 {
			parts = append(parts, strconv.Itoa(w.count)+" "+word)
		}
	}
	if parts == nil {
		return "nothing to do"
	}
	return strings.Join(parts, ", ")
}

// cidText returns the text of a CID; "" when there is none.
func cidText(id cid.Cid) string {
	if !id.Defined() {
		return ""
	}
	return id.String()
}

func slashed(path string) string { return filepath.ToSlash(path) }
