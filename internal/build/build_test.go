package build

import (
	"runtime/debug"
	"testing"
)

func TestComplete(t *testing.T) {
	vcs := []debug.BuildSetting{{Key: "vcs.revision", Value: "abc"}, {Key: "vcs.time", Value: "2026-01-02"}}
	for _, test := range []struct {
		name string
		set  Info
		info debug.BuildInfo
		want Info
	}{
		{"set by the linker", Info{"1.0.0", "def", "2025"}, debug.BuildInfo{Main: debug.Module{Version: "v2.0.0"}, Settings: vcs}, Info{"1.0.0", "def", "2025"}},
		{"go install", Info{}, debug.BuildInfo{Main: debug.Module{Version: "v2.0.0"}}, Info{Version: "2.0.0"}},
		{"checkout", Info{}, debug.BuildInfo{Main: debug.Module{Version: "(devel)"}, Settings: vcs}, Info{"dev", "abc", "2026-01-02"}},
		{"nothing known", Info{}, debug.BuildInfo{}, Info{Version: "dev"}},
	} {
		if got := test.set.complete(&test.info); got != test.want {
			t.Errorf("%s: got %+v, want %+v", test.name, got, test.want)
		}
	}
}

func TestRulePage(t *testing.T) {
	if got, want := RulePage("too-deep"), Site+"rules/too-deep/#too-deep"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
