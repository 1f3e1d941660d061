package measure

import (
	"io"
	"os"
	"os/exec"
	"runtime"
)

// busyVariable is set in the environment of a process that shall only be busy.
const busyVariable = "LEXSMITH_BENCH_BUSY"

// StayBusy never returns in a process that was started to be busy. Call it first in main.
func StayBusy() {
	if os.Getenv(busyVariable) == "" {
		return
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin) // until the process that started it is gone
		os.Exit(0)
	}()
	for {
		runtime.Gosched()
	}
}

// startBusy starts processes, each of which keeps one processor busy until stop is
// called or this process ends.
func startBusy(n int) (stop func(), err error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	var inputs []io.Closer
	stop = func() {
		for _, in := range inputs {
			_ = in.Close()
		}
	}
	for range n {
		cmd := exec.Command(self)
		cmd.Env = append(os.Environ(), busyVariable+"=1", "GOMAXPROCS=1")
		in, err := cmd.StdinPipe()
		if err == nil {
			err = cmd.Start()
		}
		if err != nil {
			stop()
			return nil, err
		}
		inputs = append(inputs, in)
		go func() { _ = cmd.Wait() }()
	}
	return stop, nil
}
