// Lexsmith checks, compares and converts Lexicons, the schemas of AT Protocol.
package main

import (
	"os"

	"github.com/lexsmith/lexsmith/cmd"
)

// Set by the linker in releases.
var version, commit, date string

func main() { os.Exit(cmd.Main(version, commit, date)) }
