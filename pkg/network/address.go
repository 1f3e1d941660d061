package network

import (
	"fmt"
	"net/netip"
	"slices"
	"syscall"
)

// isPublic reports whether an address is one of a host on the public internet: not
// of this host, its network or its provider, nor one reserved for another use. An
// IPv6 address that stands for one of IPv4 is public when that one is.
func isPublic(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	if a.Is4() {
		return !within(a,
			"0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12",
			"192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
			"198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3")
	}
	if within(a, "64:ff9b::/96") { // NAT64
		b := a.As16()
		return isPublic(netip.AddrFrom4([4]byte(b[12:])))
	}
	return within(a, "2000::/3") && !within(a, "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
}

// within reports whether an address is in one of the networks.
func within(a netip.Addr, networks ...string) bool {
	return slices.ContainsFunc(networks, func(n string) bool { return netip.MustParsePrefix(n).Contains(a) })
}

// refusePrivate is the Control of a net.Dialer. It sees the address that a
// connection is made to, after DNS: no name can get around it.
func refusePrivate(_, address string, _ syscall.RawConn) error {
	a, err := netip.ParseAddrPort(address)
	if err != nil || !isPublic(a.Addr()) {
		return fmt.Errorf("%w: %s", ErrPrivateAddress, address)
	}
	return nil
}
