package cmd

import (
	"fmt"
	"net"
	"strconv"

	"github.com/spf13/pflag"

	"github.com/lexsmith/lexsmith/internal/cli"
	"github.com/lexsmith/lexsmith/pkg/network"
)

// networkOptions are the flags of the commands that use the network.
type networkOptions struct {
	plc      string
	dns      string // HOST:PORT; "" for the resolver of the system
	insecure bool
	noVerify bool
}

func (n *networkOptions) addTo(flags *pflag.FlagSet) {
	flags.BoolVar(&n.noVerify, "no-verify", false, "trust records as servers send them, without a proof")
	cli.Text(flags, &n.plc, "plc", "", "URL", "`URL` of the PLC directory (default "+network.DefaultPLC+")")
	cli.Text(flags, &n.dns, "dns", "", "address", "query the DNS server at `HOST:PORT` (default the DNS server of the system)")
	n.addInsecure(flags)
}

func (n *networkOptions) addInsecure(flags *pflag.FlagSet) {
	flags.BoolVar(&n.insecure, "insecure-http", false, "allow HTTP and private addresses; use only with a test network on this computer")
}

// client returns a client.
func (n *networkOptions) client() (*network.Client, error) {
	o := network.Options{PLC: n.plc, InsecureHTTP: n.insecure, Unverified: n.noVerify}
	if n.dns != "" {
		if err := checkAddress(n.dns); err != nil {
			return nil, err
		}
		o.Resolver = network.NewResolver(n.dns)
	}
	c, err := network.New(o)
	if err != nil {
		return nil, fmt.Errorf("--plc: %w", err)
	}
	return c, nil
}

func checkAddress(address string) error {
	host, port, err := net.SplitHostPort(address)
	if n, bad := strconv.ParseUint(port, 10, 16); err != nil || bad != nil || n == 0 || host == "" {
		return fmt.Errorf("--dns: %q is not in the form HOST:PORT, such as 1.1.1.1:53", address)
	}
	return nil
}
