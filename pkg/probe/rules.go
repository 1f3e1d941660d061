package probe

import (
	"github.com/lexsmith/lexsmith/internal/servicerules"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// Rules returns the rules of how a service behaves, in the order of the documentation.
// What a single request or answer does against its Lexicon has rules in package xrpc.
func Rules() []*diag.Rule { return servicerules.Probe() }
