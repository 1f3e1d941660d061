// Command dnsserver is a DNS server on loopback, for tests with servers that are not
// written in Go. It prints its address, and takes TXT records from standard input,
// one on each line: "_lexicon.example.com did=did:plc:…", or only the name to delete
// what is there. It runs until standard input ends.
package main

import (
	"bufio"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/lexsmith/lexsmith/internal/testkit/networktest"
)

func main() {
	n, err := networktest.Start()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(n.DNS)
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		if name, values, _ := strings.Cut(lines.Text(), " "); values != "" {
			n.SetTXT(name, values)
		} else {
			n.SetTXT(name)
		}
	}
	n.Close()
}
