package git

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/words"
)

// Remote is a repository elsewhere, of which commits are fetched into a folder. Nothing
// that it contains is run or checked out: no hooks, filters, submodules or settings. The
// configuration of the user applies, but nobody is asked for a password.
type Remote struct {
	url string
	dir string // a repository of its own, once something was fetched
	git Dir
}

// NewRemote returns the repository at a URL, or says why it must not be read. The folder
// for what is fetched is created when it is needed. With insecure, files and HTTP on this
// computer are allowed.
func NewRemote(location, dir string, insecure bool) (*Remote, error) {
	protocols, err := protocolsFor(location, insecure)
	if err != nil {
		return nil, err
	}
	// Unlike a folder of the user, this one is in no repository.
	env := without(In(dir).env, "GIT_ALLOW_PROTOCOL")
	env = append(env, "GIT_ALLOW_PROTOCOL="+protocols, "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
	return &Remote{location, dir, Dir{dir, env}}, nil
}

// ErrNoCommit is the error for a commit that a remote does not have, or does not send.
var ErrNoCommit = errors.New("the repository no longer has the commit")

// scpLike is the form USER@HOST:PATH.
var scpLike = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_.-]*@[A-Za-z0-9][A-Za-z0-9.-]*:[^:]`)

func protocolsFor(location string, insecure bool) (string, error) {
	if scpLike.MatchString(location) {
		return "ssh", nil
	}
	u, err := url.Parse(location)
	if err != nil {
		return "", fmt.Errorf("%s is not a valid URL", location)
	}
	_, password := u.User.Password()
	loopback := u.Hostname() == "localhost" || net.ParseIP(u.Hostname()).IsLoopback()
	switch {
	case password:
		return "", errors.New("the URL of a repository must not contain a password; use a credential helper of git")
	case u.Scheme == "https" && u.Host != "", u.Scheme == "ssh" && u.Host != "":
		return u.Scheme, nil
	case u.Scheme == "http" && loopback && insecure, u.Scheme == "file" && insecure:
		return u.Scheme, nil
	case u.Scheme == "http" && loopback, u.Scheme == "file":
		return "", fmt.Errorf("%s requires --insecure-http", location)
	}
	return "", fmt.Errorf("%s is neither an https nor an ssh URL", location)
}

// Find returns the commit that a branch, a tag or the full id of a commit means, and whether
// it is a tag. The empty ref is the HEAD of the remote.
func (r *Remote) Find(ctx context.Context, ref string) (commit string, isTag bool, err error) {
	if err := os.MkdirAll(r.dir, 0o700); err != nil {
		return "", false, files.Error("create", r.dir, err)
	}
	branch, tag := "refs/heads/"+ref, "refs/tags/"+ref
	args := []string{"ls-remote", "--quiet", "--", r.url, "HEAD"}
	if ref != "" {
		args = append(args, branch, tag, tag+"^{}")
	}
	lines, err := r.git.Lines(ctx, args...)
	if err != nil {
		return "", false, r.failed(err)
	}
	refs := map[string]string{}
	for _, line := range lines {
		id, name, _ := strings.Cut(line, "\t")
		refs[name] = id
	}
	tagged := cmp.Or(refs[tag+"^{}"], refs[tag])
	commit = cmp.Or(tagged, refs[branch])
	switch {
	case ref == "":
		commit = refs["HEAD"]
	case commit == "" && IsID(ref):
		commit = ref
	}
	switch {
	case commit == "" && ref == "":
		return "", false, fmt.Errorf("%s has no HEAD; set ref", r.url)
	case commit == "":
		return "", false, fmt.Errorf("%s has no branch or tag %s; to name a commit, write its full id", r.url, words.Quote(ref))
	case !IsID(commit):
		return "", false, fmt.Errorf("%s: the server sends an invalid object id", r.url)
	}
	return commit, tagged != "", nil
}

// IsID reports whether a text is the full id of an object, of 40 or 64 hexadecimal digits.
func IsID(text string) bool {
	return (len(text) == 40 || len(text) == 64) && strings.Trim(text, "0123456789abcdef") == ""
}

// Fetch fetches a commit into the folder, unless it is there, with its trees, and with its
// files if the server does not send them later. A server that cannot send one commit alone
// has to send all branches and tags.
func (r *Remote) Fetch(ctx context.Context, commit string) error {
	if err := os.MkdirAll(r.dir, 0o700); err != nil {
		return files.Error("create", r.dir, err)
	}
	kept := "refs/lexsmith/" + commit
	if _, err := r.git.Run(ctx, "rev-parse", "--verify", "--quiet", kept+"^{commit}"); err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	if err := r.create(ctx, len(commit)); err != nil {
		return err
	}
	fetch := func(args ...string) error {
		_, err := r.git.Run(ctx, slices.Concat([]string{"fetch", "--quiet", "--no-tags", "--no-write-fetch-head",
			"--no-recurse-submodules", "--no-auto-maintenance"}, args)...)
		return err
	}
	err := fetch("--depth=1", "--filter=blob:none", "origin", "+"+commit+":"+kept)
	if err == nil || ctx.Err() != nil || ExitStatus(err) == 0 {
		return err
	}
	const all = "--depth=2147483647" // also of what was cut off before
	if fetch(all, "--filter=blob:none", "origin", "+refs/heads/*:refs/lexsmith/heads/*", "+refs/tags/*:refs/lexsmith/tags/*") != nil {
		return r.failed(err)
	}
	if _, bad := r.git.Run(ctx, "update-ref", kept, commit); bad != nil {
		return fmt.Errorf("%s: %w %s", r.url, ErrNoCommit, commit)
	}
	return nil
}

// create makes the folder a repository whose remote is r, unless it is one.
func (r *Remote) create(ctx context.Context, idLength int) error {
	format := "sha1"
	if idLength == 64 {
		format = "sha256"
	}
	if _, err := r.git.Run(ctx, "init", "--quiet", "--template=", "--object-format="+format); err != nil {
		return err
	}
	for _, setting := range [][2]string{
		{"core.hooksPath", os.DevNull}, {"remote.origin.url", r.url}, {"remote.origin.promisor", "true"}, {"remote.origin.partialclonefilter", "blob:none"},
	} {
		if _, err := r.git.Run(ctx, "config", setting[0], setting[1]); err != nil {
			return err
		}
	}
	return nil
}

// failed words an error of git for a command that used the network.
func (r *Remote) failed(err error) error {
	if ExitStatus(err) == 0 {
		return err
	}
	return fmt.Errorf(`cannot read the repository %s; run "git ls-remote %[1]s" to see why`, r.url)
}
