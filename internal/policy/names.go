package policy

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// Names returns the names that --severity accepts: the codes of all rules, and groups.
func Names() []string { return slices.Clone(names()) }

var names = sync.OnceValue(func() []string {
	var names []string
	for _, r := range Rules() {
		if !slices.Contains(names, r.Code) { // two groups can have rules of one name
			names = append(names, r.Code)
		}
	}
	for _, g := range RuleGroups() {
		names = append(names, g.Name)
	}
	return names
})

// ParseOverride reads "NAME=LEVEL", the value of the flag --severity.
func ParseOverride(text string) (Override, error) {
	name, level, ok := strings.Cut(text, "=")
	if !ok {
		return Override{}, fmt.Errorf("%s is not in the form NAME=LEVEL", words.Quote(text))
	}
	if err := CheckName(name); err != nil {
		return Override{}, err
	}
	severity, ok := diag.SeverityByName(level)
	if !ok {
		return Override{}, fmt.Errorf("unknown severity %s%s", words.Quote(level), words.Suggest(level, []string{"error", "warning", "info", "off"}))
	}
	return Override{name, severity}, nil
}

// CheckName returns an error with the nearest name unless name is the code of
// a rule or a group.
func CheckName(name string) error {
	if slices.Contains(names(), name) {
		return nil
	}
	if near := words.Nearest(name, names()); near != "" {
		return fmt.Errorf("unknown rule or group %s; did you mean %q?", words.Quote(name), near)
	}
	const shortest, most = 3, 6
	longer := slices.DeleteFunc(Names(), func(n string) bool { return !strings.Contains(n, strings.ToLower(name)) })
	if n := len(longer); len(name) >= shortest && n > 0 && n <= most {
		return fmt.Errorf("unknown rule or group %s; did you mean %s?", words.Quote(name), words.ListFunc(longer, "or", strconv.Quote))
	}
	return fmt.Errorf("unknown rule or group %s; run \"lexsmith rules\" for a list", words.Quote(name))
}
