package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"

	"github.com/spf13/pflag"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/internal/files"
	"github.com/lexsmith/lexsmith/internal/registry"
	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/network"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// passwordVariable is the environment variable with the app password.
const passwordVariable = "LEXSMITH_APP_PASSWORD"

// loginOptions say who logs in. The password is never the value of a flag, since other
// users of the machine can see those.
type loginOptions struct {
	identifier   string
	passwordFile string
}

func (l *loginOptions) addTo(flags *pflag.FlagSet) {
	cli.Text(flags, &l.identifier, "identifier", "", "account", "`HANDLE` or DID of the account to publish from")
	cli.Text(flags, &l.passwordFile, "password-file", "", "file name", "read the app password from `FILE` (default "+passwordVariable+", or a prompt)")
}

// check refuses an identifier that cannot be one.
func (l *loginOptions) check() error { return checkIdentifier("identifier", &l.identifier) }

// ask asks on a terminal for the identifier, unless it is given.
func (l *loginOptions) ask(ctx context.Context, o *globals) (err error) {
	if l.identifier == "" && !o.Asks {
		return errors.New("no account given; use --identifier")
	}
	if l.identifier == "" {
		l.identifier, err = o.Answer(ctx, "Handle or DID of the account", func(text string) error {
			_, err := parseIdentifier(text)
			return err
		})
	}
	l.identifier = strings.TrimPrefix(l.identifier, "@")
	return err
}

// checkIdentifier reads the value of a flag, unless it is not given.
func checkIdentifier(flag string, text *string) (err error) {
	if *text == "" {
		return nil
	}
	if *text, err = parseIdentifier(*text); err != nil {
		err = fmt.Errorf("--%s: %w", flag, err)
	}
	return err
}

// parseIdentifier returns a DID or a handle, without the "@" that handles are often
// written with.
func parseIdentifier(text string) (string, error) {
	id := strings.TrimPrefix(text, "@")
	if !syntax.IsAtIdentifier(id) {
		return "", fmt.Errorf("%s is neither a handle nor a DID", words.Quote(text))
	}
	return id, nil
}

// begin finds the account, and logs in unless a plan is only shown. Unless it is required,
// the account need not be given.
func (l *loginOptions) begin(ctx context.Context, p *session, n *networkOptions, required, dryRun bool) (*network.Client, *registry.Account, error) {
	client, err := n.client()
	if err == nil && required {
		err = l.ask(ctx, p.globals)
	}
	account := &registry.Account{}
	switch {
	case err != nil || l.identifier == "":
	case dryRun:
		var id *network.Identity
		if id, err = client.Resolve(ctx, syntax.AtIdentifier(l.identifier)); err == nil {
			account.DID = id.DID
		}
	default:
		account, err = l.login(ctx, p, client)
	}
	return client, account, err
}

// login starts a session of the account.
func (l *loginOptions) login(ctx context.Context, p *session, client *network.Client) (*registry.Account, error) {
	password, err := l.password(ctx, p.globals)
	if err != nil {
		return nil, err
	}
	login := network.LoginOptions{Identifier: syntax.AtIdentifier(l.identifier), Password: password}
	if p.Secret != nil {
		login.AuthFactorToken = func(ctx context.Context) (string, error) {
			fmt.Fprint(p.Err, "Two-factor code (sent to you by email): ")
			return p.ReadLine(ctx)
		}
	}
	account, err := registry.Login(ctx, client, login)
	if errors.Is(err, network.ErrAuthFactor) && login.AuthFactorToken == nil {
		err = fmt.Errorf("%w: run the command in a terminal to enter the code, or use an app password", err)
	}
	return account, err
}

// password returns the app password: from the file, the environment, or a prompt.
func (l *loginOptions) password(ctx context.Context, o *globals) (string, error) {
	if l.passwordFile != "" {
		text, err := files.ReadNamed(l.passwordFile, files.MaxProjectFile)
		if err != nil {
			return "", fmt.Errorf("--password-file: %w", files.Error("read", l.passwordFile, err))
		}
		if info, err := os.Stat(l.passwordFile); err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o044 != 0 && runtime.GOOS != "windows" {
			o.Warn("other users can read the password in %q; run \"chmod 600\" on it", slashed(l.passwordFile))
		}
		return parsePassword(string(text), fmt.Sprintf("--password-file: %q", slashed(l.passwordFile)))
	}
	if password := os.Getenv(passwordVariable); password != "" {
		return parsePassword(password, passwordVariable)
	}
	if o.Secret == nil {
		return "", fmt.Errorf("no password: set %s to an app password, or pass a file with --password-file", passwordVariable)
	}
	fmt.Fprintf(o.Err, "App password for %s: ", l.identifier)
	password, err := o.Secret(ctx)
	fmt.Fprintln(o.Err)
	if _, interrupted := errors.AsType[cli.SignalError](err); !interrupted && (err != nil || password == "") {
		err = errors.New("no password")
	}
	return password, err
}

// parsePassword returns a password without the line break that files and commands end
// with.
func parsePassword(text, source string) (string, error) {
	password := strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r")
	if password == "" || strings.ContainsAny(password, "\r\n") {
		return "", fmt.Errorf("%s must contain the password on a single line", source)
	}
	return password, nil
}
