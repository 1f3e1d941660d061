package gitrev

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

// fetch fetches objects that a partial clone lacks with one command, as git
// itself fetches one, and trees with all trees below them.
//
// The command runs in the empty repository, so that none of the programs that
// the configuration of the real one may name is run: what it needs to know about
// the remote is passed on by name. The configuration of the user applies.
func (o *objects) fetch(ctx context.Context, ids []string, filter string) error {
	settings, err := o.real.lines(ctx, "config", "--list", "-z", "--show-scope")
	if err != nil {
		return err
	}
	var local []string // KEY=VALUE
	fields := strings.Split(strings.Join(settings, "\n"), "\x00")
	for i := 0; i+1 < len(fields); i += 2 {
		key, value, _ := strings.Cut(fields[i+1], "\n")
		if scope := fields[i]; scope == "local" || scope == "worktree" {
			local = append(local, key+"="+value)
		}
	}
	remotes := promisors(local)
	if len(remotes) == 0 {
		return errBroken(ids[0])
	}
	inner, err := o.git()
	if err != nil {
		return err
	}
	inner.env = append(without(inner.env, "GIT_ALLOW_PROTOCOL"), passedOn(inner.env, local)...)
	var failures []error
	for _, remote := range remotes {
		args := []string{"-c", "fetch.negotiationAlgorithm=noop", "fetch", "--quiet", "--no-tags", "--no-write-fetch-head",
			"--no-recurse-submodules", "--no-auto-maintenance", "--filter=" + filter, "--stdin", remote}
		c := inner.command(ctx, args...)
		var words bytes.Buffer
		c.Stdin, c.Stderr = strings.NewReader(strings.Join(ids, "\n")+"\n"), &words
		err := inner.failure(ctx, c.Run(), args, words.String())
		if err == nil || ctx.Err() != nil {
			return err
		}
		failures = append(failures, err)
	}
	if _, ok := errors.AsType[*gitError](failures[0]); !ok {
		return failures[0]
	}
	return fmt.Errorf(`cannot fetch the objects missing from this partial clone from %s; run "git fetch --refetch --no-filter %s"`,
		remotes[0], remotes[0])
}

// promisors returns the remotes that a partial clone fetches missing objects
// from, by the settings of its configuration.
func promisors(local []string) []string {
	var remotes []string
	for _, setting := range local {
		key, value, _ := strings.Cut(setting, "=")
		name := value
		switch remote, ok := strings.CutPrefix(key, "remote."); {
		case ok && strings.HasSuffix(remote, ".promisor") && value != "false":
			name = strings.TrimSuffix(remote, ".promisor")
		case key != "extensions.partialclone":
			continue
		}
		if !slices.Contains(remotes, name) && !strings.HasPrefix(name, "-") {
			remotes = append(remotes, name)
		}
	}
	return remotes
}

// passedOn returns the environment for a command that fetches: the settings of
// the real repository that say where from, and nothing that names a program.
func passedOn(env, local []string) []string {
	count := 0
	for _, variable := range env {
		if value, ok := strings.CutPrefix(variable, "GIT_CONFIG_COUNT="); ok {
			count, _ = strconv.Atoi(value)
		}
	}
	var settings []string
	for _, setting := range local {
		key, value, _ := strings.Cut(setting, "=")
		last := key[strings.LastIndexByte(key, '.')+1:]
		switch group, _, _ := strings.Cut(key, "."); {
		case group == "remote" && slices.Contains([]string{"url", "promisor", "partialclonefilter", "proxy"}, last):
		case group == "url" && last == "insteadof":
		case group == "http" && !strings.Contains(last, "cookie"): // git writes the file for cookies
		default:
			continue
		}
		settings = append(settings, fmt.Sprintf("GIT_CONFIG_KEY_%d=%s", count, key), fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", count, value))
		count++
	}
	return append(settings, "GIT_CONFIG_COUNT="+strconv.Itoa(count), "GIT_ALLOW_PROTOCOL="+allowedProtocols())
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
