package cmd

import (
	"errors"
	"fmt"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// keep applies the policy to a finding, and reports whether it stays.
func (p *project) keep(f *diag.Finding) bool { return p.policy.Keep(f) }

// wordError says what to do about an error on the command line.
func wordError(err error) error {
	if method, ok := errors.AsType[*validate.PartError](err); ok {
		return fmt.Errorf("%s is a %s; use --part to specify what the data is: %s", method.Reference, method.Type, method.Choice())
	}
	if errors.Is(err, validate.ErrInvalidSchema) {
		return fmt.Errorf(`%w; run "lexsmith lint" to find the errors`, err)
	}
	return err
}
