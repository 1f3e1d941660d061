//go:build !js

package files

import (
	"os"
	"syscall"
)

// ending are the signals that end a process.
var ending = []os.Signal{os.Interrupt, syscall.SIGTERM, syscall.SIGHUP}
