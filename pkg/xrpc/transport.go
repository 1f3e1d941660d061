package xrpc

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
)

// transport is a function that makes requests.
type transport func(*http.Request) (*http.Response, error)

func (t transport) RoundTrip(r *http.Request) (*http.Response, error) { return t(r) }

// strict returns a transport that refuses answers which net/http accepts, but HTTP does not:
// any three digits are a status, and the name of a header can have spaces.
func strict(inner http.RoundTripper) http.RoundTripper {
	return transport(func(r *http.Request) (*http.Response, error) {
		answer, err := inner.RoundTrip(r)
		if err != nil {
			return nil, err
		}
		for name := range answer.Header {
			if strings.Contains(name, " ") {
				err = serviceError("the response of the service has the invalid header " + words.Quote(name))
			}
		}
		if status := answer.StatusCode; status > 599 || status < 200 && (status != http.StatusSwitchingProtocols || !isUpgrade(r)) {
			err = serviceError(fmt.Sprintf("the response of the service has the invalid status %03d", status))
		}
		if err != nil {
			answer.Body.Close()
			return nil, err
		}
		return answer, nil
	})
}

// serviceError says what is wrong with the answer of a service.
type serviceError string

func (e serviceError) Error() string { return string(e) }
