package git

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// fetch fetches objects that a partial clone lacks with one command, as git itself
// fetches one, and trees with all trees below them.
//
// The command runs in an empty repository, so that none of the programs is run that the
// configuration of the real one may name for a remote, ssh, a password or a hook: git has
// no option against all of them. What it has to know about the remotes is written to a
// file that the empty repository includes. The configuration of the user applies.
func (o *Objects) fetch(ctx context.Context, ids []string) error {
	remotes, settings, err := o.real.promisors(ctx)
	if err != nil {
		return err
	}
	if len(remotes) == 0 {
		return errBroken(ids[0])
	}
	included := filepath.Join(o.dir, "remotes")
	if err := os.WriteFile(included, []byte(settings), 0o600); err != nil {
		return err
	}
	defer os.Remove(included) // which may have a token
	empty := o.empty
	empty.env = append(without(empty.env, "GIT_ALLOW_PROTOCOL"), "GIT_ALLOW_PROTOCOL="+allowedProtocols())
	var failure error // the first
	for _, remote := range remotes {
		c := empty.command(ctx, "-c", "fetch.negotiationAlgorithm=noop", "fetch", "--quiet", "--no-tags", "--no-write-fetch-head",
			"--no-recurse-submodules", "--no-auto-maintenance", "--filter=blob:none", "--stdin", remote)
		c.Stdin = strings.NewReader(strings.Join(ids, "\n") + "\n")
		_, err := output(ctx, c)
		if err == nil || ctx.Err() != nil {
			return err
		}
		failure = cmp.Or(failure, err)
	}
	if ExitStatus(failure) == 0 {
		return failure
	}
	return fmt.Errorf(`cannot fetch the objects missing from this partial clone from %s; run "git fetch --refetch --no-filter %s"`,
		remotes[0], remotes[0])
}

// errBroken is the error for an object that the repository should have.
func errBroken(id string) error {
	return fmt.Errorf(`object %s is missing from the repository; run "git fsck"`, id)
}

// promisors returns the remotes that a partial clone fetches missing objects from, and, as
// a configuration file, the settings of the repository that say where they are and how to
// get there, but name no program to run and no file to write.
func (d Dir) promisors(ctx context.Context) (remotes []string, settings string, err error) {
	isNeeded := regexp.MustCompile(`^(remote\..*\.(url|promisor|partialclonefilter|proxy)|url\..*\.insteadof|http\..*)$`)
	isWritten := regexp.MustCompile(`cookie[^.]*$`) // git writes the file for cookies
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace
	listing, err := d.Run(ctx, "config", "--list", "-z", "--show-scope")
	fields := strings.Split(listing, "\x00") // SCOPE, KEY and VALUE, …
	for i := 0; i+1 < len(fields); i += 2 {
		if scope := fields[i]; scope != "local" && scope != "worktree" {
			continue
		}
		key, value, _ := strings.Cut(fields[i+1], "\n")
		section, name, _ := strings.Cut(key, ".")
		dot := strings.LastIndexByte(name, '.')
		part, name := name[:max(dot, 0)], name[dot+1:]
		header := section
		if part != "" {
			header += ` "` + escape(part) + `"`
		}
		if isNeeded.MatchString(key) && !isWritten.MatchString(key) {
			settings += fmt.Sprintf("[%s]\n\t%s = \"%s\"\n", header, name, escape(value))
		}
		remote := part
		switch {
		case key == "extensions.partialclone":
			remote = value
		case section != "remote" || name != "promisor" || value == "false":
			continue
		}
		if remote != "" && !strings.HasPrefix(remote, "-") && !slices.Contains(remotes, remote) {
			remotes = append(remotes, remote)
		}
	}
	return remotes, settings, err
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
