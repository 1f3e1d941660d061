package git

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// fetch fetches objects that a partial clone lacks with one command, as git itself
// fetches one, and trees with all trees below them.
//
// The command runs in the empty repository, so that none of the programs is run that the
// configuration of the real one may name for a remote, ssh, a password or a hook: git has
// no option against all of them. What it has to know about the remote is passed on by
// name. The configuration of the user applies.
func (o *Objects) fetch(ctx context.Context, ids []string) error {
	remotes, settings, err := o.real.promisors(ctx)
	if err != nil {
		return err
	}
	if len(remotes) == 0 {
		return errBroken(ids[0])
	}
	d := Dir{o.empty.path, append(without(configured(o.empty.env, settings), "GIT_ALLOW_PROTOCOL"), "GIT_ALLOW_PROTOCOL="+allowedProtocols())}
	var failures []error
	for _, remote := range remotes {
		c := d.command(ctx, "-c", "fetch.negotiationAlgorithm=noop", "fetch", "--quiet", "--no-tags", "--no-write-fetch-head",
			"--no-recurse-submodules", "--no-auto-maintenance", "--filter=blob:none", "--stdin", remote)
		c.Stdin = strings.NewReader(strings.Join(ids, "\n") + "\n")
		_, err := output(ctx, c)
		if err == nil || ctx.Err() != nil {
			return err
		}
		failures = append(failures, err)
	}
	if ExitStatus(failures[0]) == 0 {
		return failures[0]
	}
	return fmt.Errorf(`cannot fetch the objects missing from this partial clone from %s; run "git fetch --refetch --no-filter %s"`,
		remotes[0], remotes[0])
}

// errBroken is the error for an object that the repository should have.
func errBroken(id string) error {
	return fmt.Errorf(`object %s is missing from the repository; run "git fsck"`, id)
}

// setting is a setting of git's configuration.
type setting struct{ key, value string }

// promisors returns the remotes that a partial clone fetches missing objects from, and
// the settings of the repository that say where they are and how to get there, but name
// no program to run and no file to write.
func (d Dir) promisors(ctx context.Context) (remotes []string, settings []setting, err error) {
	isNeeded := regexp.MustCompile(`^(remote\..*\.(url|promisor|partialclonefilter|proxy)|url\..*\.insteadof|http\..*)$`)
	writes := regexp.MustCompile(`cookie[^.]*$`) // git writes the file for cookies
	listing, err := d.Run(ctx, "config", "--list", "-z", "--show-scope")
	fields := strings.Split(listing, "\x00") // SCOPE, KEY and VALUE, …
	for i := 0; i+1 < len(fields); i += 2 {
		if scope := fields[i]; scope != "local" && scope != "worktree" {
			continue
		}
		key, value, _ := strings.Cut(fields[i+1], "\n")
		if isNeeded.MatchString(key) && !writes.MatchString(key) {
			settings = append(settings, setting{key, value})
		}
		name, isPromisor := strings.CutSuffix(key, ".promisor")
		remote, isRemote := strings.CutPrefix(name, "remote.")
		switch {
		case key == "extensions.partialclone":
			remote = value
		case !isPromisor || !isRemote || value == "false":
			continue
		}
		if remote != "" && !strings.HasPrefix(remote, "-") && !slices.Contains(remotes, remote) {
			remotes = append(remotes, remote)
		}
	}
	return remotes, settings, err
}

// configured returns an environment with settings added.
func configured(env []string, settings []setting) []string {
	env = slices.Clone(env)
	count := 0
	for _, variable := range env {
		if value, ok := strings.CutPrefix(variable, "GIT_CONFIG_COUNT="); ok {
			count, _ = strconv.Atoi(value)
		}
	}
	for _, s := range settings {
		env = append(env, fmt.Sprintf("GIT_CONFIG_KEY_%d=%s", count, s.key), fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", count, s.value))
		count++
	}
	return append(env, "GIT_CONFIG_COUNT="+strconv.Itoa(count))
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
