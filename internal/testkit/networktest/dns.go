package networktest

import (
	"errors"
	"net"
	"strings"
	"sync"

	"github.com/miekg/dns"
)

// dnsServer answers questions for TXT records, over UDP and TCP.
type dnsServer struct {
	network  *Network
	address  string
	udp, tcp *dns.Server
	mu       sync.Mutex
	txt      map[string][]string // by name in lowercase, with a dot at the end
	address4 map[string]string   // IPv4, likewise
}

func startDNS(n *Network) (*dnsServer, error) {
	packets, listener, err := freeAddress()
	if err != nil {
		return nil, err
	}
	d := &dnsServer{network: n, address: listener.Addr().String(), txt: map[string][]string{}, address4: map[string]string{}}
	var started sync.WaitGroup
	started.Add(2)
	d.udp = &dns.Server{PacketConn: packets, Handler: d, NotifyStartedFunc: started.Done}
	d.tcp = &dns.Server{Listener: listener, Handler: d, NotifyStartedFunc: started.Done}
	go func() { _ = d.udp.ActivateAndServe() }()
	go func() { _ = d.tcp.ActivateAndServe() }()
	started.Wait()
	return d, nil
}

func (d *dnsServer) close() { _ = errors.Join(d.udp.Shutdown(), d.tcp.Shutdown()) }

func (d *dnsServer) set(name string, values []string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.txt[strings.ToLower(dns.Fqdn(name))] = values
}

// ServeDNS answers a question. A name without records does not exist, unless there
// are names below it.
func (d *dnsServer) ServeDNS(w dns.ResponseWriter, question *dns.Msg) {
	reply := new(dns.Msg).SetReply(question)
	reply.RecursionAvailable = true
	q := question.Question[0]
	name := strings.ToLower(q.Name)
	if q.Qtype == dns.TypeTXT {
		d.network.note("dns TXT " + strings.TrimSuffix(name, "."))
	}
	switch {
	case d.network.happens(DNSSilent):
		return
	case d.network.happens(DNSFailure):
		reply.Rcode = dns.RcodeServerFailure
	case d.network.happens(DNSRefused):
		reply.Rcode = dns.RcodeRefused
	default:
		reply.Rcode = d.answer(reply, q, name)
	}
	if w.LocalAddr().Network() == "udp" {
		size := dns.MinMsgSize
		if o := question.IsEdns0(); o != nil {
			size = int(o.UDPSize())
		}
		reply.Truncate(size)
	}
	_ = w.WriteMsg(reply)
}

// answer adds the records at a name, and returns the status.
func (d *dnsServer) answer(reply *dns.Msg, q dns.Question, name string) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	if text := d.address4[name]; text != "" {
		if q.Qtype == dns.TypeA {
			reply.Answer = append(reply.Answer, &dns.A{
				Hdr: dns.RR_Header{Name: q.Name, Rrtype: dns.TypeA, Class: dns.ClassINET, Ttl: 1}, A: net.ParseIP(text),
			})
		}
		return dns.RcodeSuccess
	}
	for _, value := range d.txt[name] {
		if q.Qtype != dns.TypeTXT {
			return dns.RcodeSuccess
		}
		var parts []string // of at most 255 bytes
		for len(value) > 255 {
			parts, value = append(parts, value[:255]), value[255:]
		}
		reply.Answer = append(reply.Answer, &dns.TXT{
			Hdr: dns.RR_Header{Name: q.Name, Rrtype: dns.TypeTXT, Class: dns.ClassINET, Ttl: 1},
			Txt: append(parts, value),
		})
	}
	if len(reply.Answer) > 0 {
		return dns.RcodeSuccess
	}
	for other, values := range d.txt {
		if len(values) > 0 && strings.HasSuffix(other, "."+name) {
			return dns.RcodeSuccess
		}
	}
	return dns.RcodeNameError
}
