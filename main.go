// Lexsmith checks, compares and converts Lexicons, the schemas of AT Protocol.
package main

import (
	"os"

	"github.com/lexsmith/lexsmith/cmd"
)

// Set by the linker in releases.
var version, commit, date string

func main() {
	build := cmd.Build{Version: version, Commit: commit, Date: date}
	os.Exit(cmd.Main(os.Args[1:], cmd.SystemStreams(), build))
}
