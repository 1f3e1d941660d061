package cmd

import (
	"net"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// Servers in documents listen on the addresses below. Tests that run side by side must
// not meet, so that a document is run with others in their place, and the output is
// changed back.
var docAddresses = []string{defaultAddress, "127.0.0.1:2585"}

// docVariable is the environment variable with the addresses in their place.
const docVariable = "LEXSMITH_DOC_ADDRESSES"

// freeAddresses returns that many addresses that nobody listens on.
func freeAddresses(t *testing.T, count int) []string {
	t.Helper()
	var all []string
	for range count {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		all = append(all, l.Addr().String())
	}
	return all
}

// replaceAll replaces each text of a list with that of another one.
func replaceAll(text string, old, replacements []string) string {
	for i := range old {
		text = strings.ReplaceAll(text, old[i], replacements[i])
	}
	return text
}

// docArguments returns the arguments of lexsmith in a document: serve listens on the
// address in place of the default, and ends when the folder of the document is gone.
// Call waits until somebody listens.
func docArguments(args []string) []string {
	addresses := strings.Split(os.Getenv(docVariable), ",")
	if len(args) == 0 || addresses[0] == "" {
		return args
	}
	given := func(flag string) bool {
		return slices.ContainsFunc(args, func(arg string) bool { return arg == flag || strings.HasPrefix(arg, flag+"=") })
	}
	switch args[0] {
	case "serve":
		if !given("--addr") {
			args = append(args, "--addr", addresses[0])
		}
		folder, err := os.Getwd() // "." can be looked at even when it is gone
		go func() {
			for ; err == nil; _, err = os.Stat(folder) {
				time.Sleep(100 * time.Millisecond)
			}
			os.Exit(0)
		}()
	case "call":
		if !given("--service") {
			args = append(args, "--service", "http://"+addresses[0])
			for range 100 {
				if conn, err := net.Dial("tcp", addresses[0]); err == nil {
					conn.Close()
					break
				}
				time.Sleep(50 * time.Millisecond)
			}
		}
	}
	return args
}
