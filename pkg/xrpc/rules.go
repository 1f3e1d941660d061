package xrpc

import (
	"github.com/lexsmith/lexsmith/internal/servicerules"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

// Rules returns the rules of what goes over the wire beside the values that
// package validate checks, in the order of the documentation.
func Rules() []*diag.Rule { return servicerules.XRPC() }
