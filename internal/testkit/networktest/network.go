// Package networktest is a small AT Protocol network on loopback, for tests: a DNS
// server, a PLC directory, and a personal data server (PDS) whose accounts publish
// Lexicons with real commits and proofs. It can misbehave: see Fault.
//
// Everything but the ports is the same in each run: DIDs, keys and commits.
package networktest

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"time"
)

// Network is a running network. Its methods can be used from many goroutines.
type Network struct {
	DNS string // address of the DNS server
	PLC string // URL of the PLC directory
	PDS string // URL of the server of all accounts

	dns       *dnsServer
	plc, pds  *httptest.Server
	mu        sync.Mutex
	accounts  []*Account
	faults    map[Fault]int // how often each still happens; negative for always
	log       []string
	open      int // requests in progress
	mostOpen  int
	delay     time.Duration
	closing   chan struct{}
	revisions int
}

// Start starts a network without accounts.
func Start() (*Network, error) {
	n := &Network{faults: map[Fault]int{}, closing: make(chan struct{})}
	var err error
	if n.dns, err = startDNS(n); err != nil {
		return nil, err
	}
	n.DNS = n.dns.address
	n.plc = httptest.NewServer(n.counted("plc", http.HandlerFunc(n.serveDirectory)))
	n.pds = httptest.NewServer(n.counted("pds", n.server()))
	n.PLC, n.PDS = n.plc.URL, n.pds.URL
	return n, nil
}

// Close stops the servers.
func (n *Network) Close() {
	close(n.closing)
	n.dns.close()
	n.plc.CloseClientConnections()
	n.pds.CloseClientConnections()
	n.plc.Close()
	n.pds.Close()
}

// SetTXT sets the TXT records at a name; without values it deletes them.
func (n *Network) SetTXT(name string, values ...string) { n.dns.set(name, values) }

// SetAddress sets the IPv4 address of a host.
func (n *Network) SetAddress(host, address string) {
	n.dns.mu.Lock()
	defer n.dns.mu.Unlock()
	n.dns.address4[host+"."] = address
}

// Delegate says in DNS that an account publishes the Lexicons of an authority, such
// as "example.com".
func (n *Network) Delegate(authority, did string) { n.SetTXT("_lexicon."+authority, "did="+did) }

// Delay makes the PDS wait before each answer.
func (n *Network) Delay(d time.Duration) { n.locked(func() { n.delay = d }) }

// Requests returns what was asked for since the start: lines such as
// "pds GET com.atproto.sync.getRecord did:plc:… com.example.thing", "plc GET
// did:plc:…" and "dns TXT _lexicon.example.com".
func (n *Network) Requests() (log []string) {
	n.locked(func() { log = slices.Clone(n.log) })
	return log
}

// MostAtOnce returns how many HTTP requests were in progress at the same time, at
// most.
func (n *Network) MostAtOnce() (most int) {
	n.locked(func() { most = n.mostOpen })
	return most
}

func (n *Network) locked(f func()) {
	n.mu.Lock()
	defer n.mu.Unlock()
	f()
}

func (n *Network) note(line string) { n.locked(func() { n.log = append(n.log, line) }) }

// counted notes requests to a server, and how many there are at the same time.
func (n *Network) counted(name string, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		line := name + " " + r.Method + " " + strings.TrimPrefix(strings.TrimPrefix(r.URL.Path, "/xrpc/"), "/")
		for _, param := range []string{"did", "repo", "rkey", "cursor", "handle"} {
			if value := r.URL.Query().Get(param); value != "" {
				line += " " + value
			}
		}
		var delay time.Duration
		n.locked(func() {
			n.log = append(n.log, line)
			n.open++
			n.mostOpen = max(n.mostOpen, n.open)
			delay = n.delay
		})
		defer n.locked(func() { n.open-- })
		n.pause(r, delay)
		h.ServeHTTP(w, r)
	})
}

// pause waits, but not longer than the client and the network.
func (n *Network) pause(r *http.Request, d time.Duration) {
	select {
	case <-time.After(d):
	case <-r.Context().Done():
	case <-n.closing:
	}
}

// find returns the account with a DID or a handle; nil when there is none.
func (n *Network) find(id string) (found *Account) {
	n.locked(func() {
		for _, a := range n.accounts {
			if id == a.DID || id == a.Handle {
				found = a
			}
		}
	})
	return found
}

// revision returns the next TID.
func (n *Network) revision() string {
	n.revisions++
	const digits = "234567abcdefghijklmnopqrstuvwxyz"
	return fmt.Sprintf("3zzzzzzzz%c%c22", digits[n.revisions/32%32], digits[n.revisions%32])
}

// freeAddress returns an address of loopback on which UDP and TCP are free.
func freeAddress() (net.PacketConn, net.Listener, error) {
	var err error
	for range 20 {
		var tcp net.Listener
		if tcp, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			return nil, nil, err
		}
		var udp net.PacketConn
		if udp, err = net.ListenPacket("udp", tcp.Addr().String()); err == nil {
			return udp, tcp, nil
		}
		_ = tcp.Close()
	}
	return nil, nil, err
}
