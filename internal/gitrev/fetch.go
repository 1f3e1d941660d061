package gitrev

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

// errBroken is the error for an object that the repository should have.
func errBroken(id string) error {
	return fmt.Errorf(`object %s is missing from the repository; run "git fsck"`, id)
}

// fetch fetches objects that the partial clone real lacks with one command, as git
// itself fetches one, and trees with all trees below them.
//
// The command runs in another repository, so that none of the programs that the
// configuration of the real one may name is run (git fetch has no option against all of
// them): what it needs to know about the remote is passed on by name. The configuration
// of the user applies.
func (g git) fetch(ctx context.Context, real git, ids []string) error {
	settings, err := real.run(ctx, "config", "--list", "-z", "--show-scope")
	if err != nil {
		return err
	}
	count := 0
	for _, variable := range g.env {
		if value, ok := strings.CutPrefix(variable, "GIT_CONFIG_COUNT="); ok {
			count, _ = strconv.Atoi(value)
		}
	}
	env := without(g.env, "GIT_ALLOW_PROTOCOL", "GIT_CONFIG_COUNT")
	var remotes []string // that a partial clone fetches missing objects from
	fields := strings.Split(settings, "\x00")
	for i := 0; i+1 < len(fields); i += 2 {
		scope := fields[i]
		key, value, _ := strings.Cut(fields[i+1], "\n")
		if scope != "local" && scope != "worktree" {
			continue
		}
		if name := promisor(key, value); name != "" && !slices.Contains(remotes, name) {
			remotes = append(remotes, name)
		}
		if isHarmless(key) {
			env = append(env, fmt.Sprintf("GIT_CONFIG_KEY_%d=%s", count, key), fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", count, value))
			count++
		}
	}
	if len(remotes) == 0 {
		return errBroken(ids[0])
	}
	g.env = append(env, "GIT_CONFIG_COUNT="+strconv.Itoa(count), "GIT_ALLOW_PROTOCOL="+allowedProtocols())
	var failure error // of the first remote
	for _, remote := range remotes {
		args := []string{"-c", "fetch.negotiationAlgorithm=noop", "fetch", "--quiet", "--no-tags", "--no-write-fetch-head",
			"--no-recurse-submodules", "--no-auto-maintenance", "--filter=blob:none", "--stdin", remote}
		c := g.command(ctx, args...)
		var words bytes.Buffer
		c.Stdin, c.Stderr = strings.NewReader(strings.Join(ids, "\n")+"\n"), &words
		err := g.failure(ctx, c.Run(), args, words.String())
		if err == nil || ctx.Err() != nil {
			return err
		}
		if failure == nil {
			failure = err
		}
	}
	if exitStatus(failure) == 0 {
		return failure
	}
	return fmt.Errorf(`cannot fetch the objects missing from this partial clone from %s; run "git fetch --refetch --no-filter %s"`,
		remotes[0], remotes[0])
}

// promisor returns the name of a remote if a setting says that a partial clone fetches
// missing objects from it.
func promisor(key, value string) string {
	remote, isRemote := strings.CutPrefix(key, "remote.")
	remote, isPromisor := strings.CutSuffix(remote, ".promisor")
	switch {
	case key == "extensions.partialclone":
		remote = value
	case !isRemote || !isPromisor || value == "false":
		return ""
	}
	if strings.HasPrefix(remote, "-") {
		return "" // not a name but an option
	}
	return remote
}

// isHarmless reports whether a setting says where to fetch from, or how, and names no
// program to run and no file to write.
func isHarmless(key string) bool {
	section, _, _ := strings.Cut(key, ".")
	name := key[strings.LastIndexByte(key, '.')+1:]
	switch section {
	case "remote":
		return slices.Contains([]string{"url", "promisor", "partialclonefilter", "proxy"}, name)
	case "url":
		return name == "insteadof"
	case "http":
		return !strings.Contains(name, "cookie")
	}
	return false
}

// allowedProtocols returns the protocols that may be used to fetch: those that
// reach a server and run nothing, as far as the user allows them.
func allowedProtocols() string {
	allowed := []string{"https", "http", "ssh", "git", "file"}
	if users, ok := os.LookupEnv("GIT_ALLOW_PROTOCOL"); ok {
		allowed = slices.DeleteFunc(allowed, func(name string) bool { return !slices.Contains(strings.Split(users, ":"), name) })
	}
	return strings.Join(allowed, ":")
}
