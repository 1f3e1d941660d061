package project

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// groups returns the groups of rules in the order of their first rules.
func groups(rules []*diag.Rule) []string {
	var names []string
	for _, r := range rules {
		if !slices.Contains(names, r.Group) {
			names = append(names, r.Group)
		}
	}
	return names
}

// Names returns the names that --severity accepts: all codes and groups.
func Names(rules []*diag.Rule) []string {
	names := make([]string, 0, len(rules))
	for _, r := range rules {
		names = append(names, r.Code)
	}
	return append(names, groups(rules)...)
}

// ParseOverride reads "NAME=LEVEL", the value of the flag --severity.
func ParseOverride(text string, rules []*diag.Rule) (Override, error) {
	name, level, ok := strings.Cut(text, "=")
	if !ok {
		return Override{}, fmt.Errorf("%s is not in the form NAME=LEVEL", syntax.Quote(text))
	}
	if err := CheckName(name, rules); err != nil {
		return Override{}, err
	}
	if !slices.Contains(severities, level) {
		return Override{}, fmt.Errorf("unknown severity %s%s", syntax.Quote(level), cli.Suggest(level, severities))
	}
	severity, _ := diag.SeverityByName(level)
	return Override{name, severity}, nil
}

// CheckName returns an error with the nearest name unless name is the code of
// a rule or a group.
func CheckName(name string, rules []*diag.Rule) error {
	names := Names(rules)
	if slices.Contains(names, name) {
		return nil
	}
	if near := syntax.Nearest(name, names); near != "" {
		return fmt.Errorf("unknown rule or group %s; did you mean %q?", syntax.Quote(name), near)
	}
	const shortest, most = 3, 6
	longer := slices.DeleteFunc(names, func(n string) bool { return !strings.Contains(n, strings.ToLower(name)) })
	if n := len(longer); len(name) >= shortest && n > 0 && n <= most {
		return fmt.Errorf("unknown rule or group %s; did you mean %s?", syntax.Quote(name), syntax.ListFunc(longer, "or", strconv.Quote))
	}
	return fmt.Errorf("unknown rule or group %s; run \"lexsmith rules\" for a list", syntax.Quote(name))
}

// severities are the names of severities in messages.
var severities = []string{"error", "warning", "info", "off"}
