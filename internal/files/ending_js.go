package files

import "os"

// ending are the signals that end a process: a page sends none.
var ending []os.Signal
