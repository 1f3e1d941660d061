package cmd

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/lexsmith/lexsmith/internal/testkit/networktest"
)

// networkKey is the key of the network of a script.
type networkKey struct{}

// scriptNetwork is a network on loopback that runs beside a script.
type scriptNetwork struct {
	*networktest.Network
	accounts map[string]*networktest.Account // by handle
}

// networkOf returns the network of a script, which must have been started.
func networkOf(ts *testscript.TestScript) *scriptNetwork {
	n := ts.Value(networkKey{}).(*scriptNetwork)
	if n.Network == nil {
		ts.Fatalf("there is no network: start it first")
	}
	return n
}

// need stops the script if there are fewer arguments than its usage says.
func need(ts *testscript.TestScript, neg bool, args []string, least int, usage string) {
	if neg || len(args) < least {
		ts.Fatalf("usage: %s", usage)
	}
}

// account returns the account with a handle.
func (n *scriptNetwork) account(ts *testscript.TestScript, handle string) *networktest.Account {
	a := n.accounts[handle]
	if a == nil {
		ts.Fatalf("there is no account %s", handle)
	}
	return a
}

// network starts a network without accounts.
func startNetwork(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, args, 0, "network")
	n := ts.Value(networkKey{}).(*scriptNetwork)
	var err error
	n.Network, err = networktest.Start()
	ts.Check(err)
	ts.Defer(n.Close)
	n.accounts = map[string]*networktest.Account{}
	ts.Setenv("DNS", n.DNS)
	ts.Setenv("PLC", n.PLC)
}

// online N COMMAND ARGUMENT... runs lexsmith with the network of the script, and checks
// its exit status.
func online(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, args, 2, "online N COMMAND ARGUMENT...")
	n := networkOf(ts)
	status(ts, false, slices.Concat([]string{args[0], "lexsmith"}, args[1:], []string{"--dns", n.DNS, "--plc", n.PLC, "--insecure-http"}))
}

// account HANDLE [AUTHORITY...] makes an account to which DNS delegates authorities. Its
// DID is the environment variable with the first part of the handle as its name.
func newAccount(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, args, 1, "account HANDLE [AUTHORITY...]")
	n := networkOf(ts)
	curve := networktest.K256
	if len(n.accounts)%2 == 1 {
		curve = networktest.P256
	}
	a := n.NewAccount(args[0], curve)
	n.accounts[args[0]] = a
	name, _, _ := strings.Cut(args[0], ".")
	ts.Setenv(name, a.DID)
	for _, authority := range args[1:] {
		n.Delegate(authority, a.DID)
	}
}

// delegate AUTHORITY [VALUE...] sets the TXT records of an authority.
func delegate(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, args, 1, "delegate AUTHORITY [VALUE...]")
	networkOf(ts).SetTXT("_lexicon."+args[0], args[1:]...)
}

// publishes HANDLE FILE... publishes files in one commit.
func publishes(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, args, 2, "publishes HANDLE FILE...")
	var texts []string
	for _, name := range args[1:] {
		texts = append(texts, ts.ReadFile(name))
	}
	ts.Check(networkOf(ts).account(ts, args[0]).Publish(texts...))
}

// publishesas HANDLE KEY FILE publishes a file under a key of its own.
func publishesAs(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, args, 3, "publishesas HANDLE KEY FILE")
	ts.Check(networkOf(ts).account(ts, args[0]).PublishAs(args[1], ts.ReadFile(args[2])))
}

// withdraws HANDLE NSID... deletes Lexicons in one commit.
func withdraws(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, args, 2, "withdraws HANDLE NSID...")
	networkOf(ts).account(ts, args[0]).Withdraw(args[1:]...)
}

// breaks FAULT [N] makes a fault happen the next N times, or always; with 0 no more.
func breaks(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, args, 1, "breaks FAULT [N]")
	times := -1
	if len(args) > 1 {
		var err error
		times, err = strconv.Atoi(args[1])
		ts.Check(err)
	}
	ts.Check(networkOf(ts).Break(networktest.Fault(args[0]), times))
}

// delays DURATION makes the server wait before each answer.
func delays(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, args, 1, "delays DURATION")
	d, err := time.ParseDuration(args[0])
	ts.Check(err)
	networkOf(ts).Delay(d)
}

// requests FILE writes what was asked for since the start.
func requests(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, args, 1, "requests FILE")
	log := networkOf(ts).Requests()
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Join(log, "\n")+"\n"), 0o600))
}

// published HANDLE FILE [NSID] writes the NSIDs that an account publishes to a file, or
// one of its Lexicons.
func published(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, args, 2, "published HANDLE FILE [NSID]")
	a := networkOf(ts).account(ts, args[0])
	text := strings.Join(a.Published(), "\n")
	if len(args) > 2 {
		text = a.JSON(args[2])
	}
	if text != "" {
		text += "\n"
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(text), 0o600))
}

// exports HANDLE FILE DOCUMENT writes the repository of an account as a CAR file, and its DID
// document.
func exports(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, args, 3, "exports HANDLE FILE DOCUMENT")
	a := networkOf(ts).account(ts, args[0])
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), a.Repository(), 0o600))
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), a.Document(), 0o600))
}

// pause waits a moment, for a program that runs in the background.
func pause(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, args, 0, "pause")
	time.Sleep(time.Second)
}

// factor HANDLE TOKEN makes sessions of an account need a token.
func factor(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, args, 2, "factor HANDLE TOKEN")
	networkOf(ts).account(ts, args[0]).AuthFactor = args[1]
}
