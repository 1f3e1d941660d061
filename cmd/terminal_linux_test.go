package cmd

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"github.com/rogpeppe/go-internal/testscript"
)

// talk N FILE COMMAND ARGUMENT... runs lexsmith on a terminal, with the network of the
// script, and checks its exit status. The file has a line for each answer, such as
// "Name: => me", that is typed when the terminal shows what is before the arrow; ^C is
// Ctrl-C. All that the terminal has shown is then in the file "terminal". It must show
// again what is typed.
func talk(ts *testscript.TestScript, neg bool, args []string) {
	need(ts, neg, args, 3, "talk N FILE COMMAND ARGUMENT...")
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	n := networkOf(ts)
	control, terminal, err := openTerminal()
	ts.Check(err)
	defer control.Close()
	command := exec.Command("lexsmith", append(args[2:], "--dns", n.DNS, "--plc", n.PLC, "--insecure-http")...)
	command.Dir = ts.MkAbs(".")
	command.Env = append(os.Environ(), passwordVariable+"="+ts.Getenv(passwordVariable), "NO_COLOR=1")
	command.Stdin, command.Stdout, command.Stderr = terminal, terminal, terminal
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true} // for ^C
	ts.Check(command.Start())

	var shown dialog
	var reading sync.WaitGroup
	reading.Go(func() { _, _ = io.Copy(&shown, control) })
	for line := range strings.Lines(ts.ReadFile(args[1])) {
		prompt, answer, _ := strings.Cut(strings.TrimRight(line, "\n"), " => ")
		if err := shown.await(prompt); err != nil {
			_ = command.Process.Kill()
			ts.Fatalf("%v", err)
		}
		for range 400 {
			if !strings.Contains(prompt, "password") || !echoes(ts, terminal) {
				break
			}
			time.Sleep(25 * time.Millisecond)
		}
		answer += "\n"
		if control, ok := strings.CutPrefix(answer, "^"); ok {
			answer = string(control[0] &^ '@')
		}
		_, err := io.WriteString(control, answer)
		ts.Check(err)
	}
	var exited *exec.ExitError
	if err := command.Wait(); err != nil && !errors.As(err, &exited) {
		ts.Fatalf("%v", err)
	}
	if !echoes(ts, terminal) {
		ts.Fatalf("the terminal is left without echo")
	}
	ts.Check(terminal.Close())
	reading.Wait()
	ts.Check(os.WriteFile(ts.MkAbs("terminal"), []byte(strings.ReplaceAll(shown.text(), "\r\n", "\n")), 0o600))
	if got := command.ProcessState.ExitCode(); got != want {
		ts.Fatalf("exit status %d, want %d\n%s", got, want, shown.text())
	}
}

// echoes reports whether a terminal shows what is typed.
func echoes(ts *testscript.TestScript, terminal *os.File) bool {
	var state syscall.Termios
	if _, _, fault := syscall.Syscall(syscall.SYS_IOCTL, terminal.Fd(), syscall.TCGETS, uintptr(unsafe.Pointer(&state))); fault != 0 {
		ts.Fatalf("the terminal does not say what it is set to: %v", fault)
	}
	return state.Lflag&syscall.ECHO != 0
}

// dialog is what a terminal has shown.
type dialog struct {
	lock sync.Mutex
	all  bytes.Buffer
	seen int // where the last prompt ends
}

func (s *dialog) Write(text []byte) (int, error) {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.all.Write(text)
}

func (s *dialog) text() string {
	s.lock.Lock()
	defer s.lock.Unlock()
	return s.all.String()
}

// await waits until a prompt is shown that was not answered yet.
func (s *dialog) await(prompt string) error {
	for range 400 {
		if at := strings.Index(s.text()[s.seen:], prompt); at >= 0 {
			s.seen += at + len(prompt)
			return nil
		}
		time.Sleep(25 * time.Millisecond)
	}
	return fmt.Errorf("the terminal does not show %q:\n%s", prompt, s.text())
}

// openTerminal returns both ends of a new pseudo-terminal.
func openTerminal() (control, terminal *os.File, err error) {
	control, err = os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		return nil, nil, err
	}
	var unlocked, number int32
	for request, value := range map[uintptr]*int32{syscall.TIOCSPTLCK: &unlocked, syscall.TIOCGPTN: &number} {
		if _, _, fault := syscall.Syscall(syscall.SYS_IOCTL, control.Fd(), request, uintptr(unsafe.Pointer(value))); fault != 0 {
			control.Close()
			return nil, nil, fault
		}
	}
	terminal, err = os.OpenFile("/dev/pts/"+strconv.Itoa(int(number)), os.O_RDWR|syscall.O_NOCTTY, 0)
	return control, terminal, err
}
