package network

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Identity is what the DID document of an account says.
type Identity struct {
	DID     syntax.DID
	PDS     string          // URL of the account's server, without a path
	Key     *Key            // of its commits; nil when it has none that is valid
	Handles []syntax.Handle // that the account claims, in lowercase; not confirmed by them

	keyErr, pdsErr error // why there is no key, or no server
}

const maxHandleAnswer = 4 << 10 // bytes

// Resolve returns the identity of a handle or a DID. A handle is looked up in DNS,
// then at its host, and counts only when the identity names it, too: else the error
// is ErrHandle.
func (c *Client) Resolve(ctx context.Context, id syntax.AtIdentifier) (*Identity, error) {
	if syntax.IsDID(string(id)) {
		return c.Identity(ctx, syntax.DID(id))
	}
	handle := syntax.Handle(strings.ToLower(string(id)))
	if !syntax.IsHandle(string(handle)) {
		return nil, c.failed(StepDID, "", fmt.Errorf("%w: %s is neither a handle nor a DID", ErrNoIdentity, words.Quote(string(id))))
	}
	did, err := c.handleDID(ctx, handle)
	if err != nil {
		return nil, c.failed(StepDID, "", err)
	}
	identity, err := c.Identity(ctx, did)
	if err == nil && !slices.Contains(identity.Handles, handle) {
		return nil, &Error{Step: StepDID, Host: string(handle), Err: fmt.Errorf("%w: %s does not claim it", ErrHandle, did)}
	}
	return identity, err
}

// handleDID returns the DID that a handle says it belongs to.
func (c *Client) handleDID(ctx context.Context, handle syntax.Handle) (syntax.DID, error) {
	did, err := c.lookupDID(ctx, "_atproto."+string(handle))
	if err == nil || !errors.Is(err, ErrNoAuthority) && !errors.Is(err, ErrLookup) {
		return did, err
	}
	r := &request{url: c.wellKnown(string(handle), "atproto-did"), accept: "text/plain", limit: maxHandleAnswer, roaming: true}
	a, fetchErr := c.fetch(ctx, r)
	switch {
	case fetchErr != nil && errors.Is(err, ErrLookup):
		return "", err
	case isNotFound(fetchErr):
		err = fmt.Errorf("%w: the handle does not exist: DNS has neither a DID nor an address for it", ErrNoIdentity)
	case fetchErr != nil:
		return "", fetchErr
	case a.status == http.StatusOK:
		did, err = syntax.ParseDID(strings.TrimSpace(string(a.body)))
		if err != nil {
			err = fmt.Errorf("%w: the response is not a DID", ErrHandle)
		}
	default:
		err = fmt.Errorf("%w: the handle does not exist: neither DNS nor its web server has a DID for it", ErrNoIdentity)
	}
	return did, failedAt(r.url, err)
}

// Identity returns the identity of an account: of did:plc from the directory, of
// did:web from its host. The errors are ErrNoIdentity, ErrDocument, and those of
// HTTP.
func (c *Client) Identity(ctx context.Context, did syntax.DID) (*Identity, error) {
	id, err := c.Signer(ctx, did)
	if err == nil && id.pdsErr != nil {
		return nil, id.pdsErr
	}
	return id, err
}

// Signer is like Identity for who needs only the key: the DID document may lack a valid
// server, in which case PDS is "".
func (c *Client) Signer(ctx context.Context, did syntax.DID) (*Identity, error) {
	return c.identities.get(ctx, string(did), func() (*Identity, error) {
		id, err := c.lookupIdentity(ctx, did)
		return id, c.failed(StepDID, "", err)
	})
}

func (c *Client) lookupIdentity(ctx context.Context, did syntax.DID) (*Identity, error) {
	location, err := c.locate(did)
	if err != nil {
		return nil, err
	}
	a, err := c.fetch(ctx, &request{url: location, accept: "application/did+ld+json, application/json", limit: maxDocument})
	if err != nil {
		return nil, err
	}
	switch a.status {
	case http.StatusOK:
		id, err := c.parseIdentity(did, a.body)
		if err == nil {
			id.pdsErr = c.failed(StepDID, "", failedAt(location, id.pdsErr))
		}
		return id, failedAt(location, err)
	case http.StatusNotFound:
		err = fmt.Errorf("%w: %s is not registered", ErrNoIdentity, did)
	case http.StatusGone:
		err = fmt.Errorf("%w: %s was deactivated", ErrNoIdentity, did)
	default:
		err = fmt.Errorf("%w: %s", ErrServer, statusText(a.status))
	}
	return nil, failedAt(location, err)
}

// locate returns the URL of the DID document of an account.
func (c *Client) locate(did syntax.DID) (string, error) {
	id := did.Identifier()
	switch did.Method() {
	case "plc":
		if len(id) != 24 || strings.Trim(id, "abcdefghijklmnopqrstuvwxyz234567") != "" {
			return "", fmt.Errorf("%w: %s must have 24 characters (a to z and 2 to 7) after its method", ErrNoIdentity, did)
		}
		return c.plc + "/" + string(did), nil
	case "web":
		host := strings.Replace(strings.Replace(id, "%3a", ":", 1), "%3A", ":", 1)
		if u, err := url.Parse("//" + host); err != nil || strings.ContainsAny(id, ":/") || u.Host != host || !c.isHost(u) {
			return "", fmt.Errorf("%w: %s must have a host name, optionally with a port, after its method", ErrNoIdentity, did)
		}
		return c.wellKnown(host, "did.json"), nil
	}
	return "", fmt.Errorf("%w: %s has an unsupported DID method (only plc and web are supported)", ErrNoIdentity, did)
}

// isHost reports whether the host of a URL can be that of an account.
func (c *Client) isHost(u *url.URL) bool {
	return syntax.IsHandle(u.Hostname()) || c.insecure && isLocal(u.Hostname())
}

// wellKnown returns the URL of a file that says something about its host.
func (c *Client) wellKnown(host, file string) string {
	u := url.URL{Scheme: "https", Host: host, Path: "/.well-known/" + file}
	if c.insecure && isLocal(u.Hostname()) {
		u.Scheme = "http"
	}
	return u.String()
}

// parseIdentity reads the DID document of an account. The error wraps ErrDocument.
func (c *Client) parseIdentity(did syntax.DID, text []byte) (*Identity, error) {
	id, d, err := readIdentity(text)
	if err == nil && id.DID != did {
		err = fmt.Errorf("%w: its id is %s, but must be %s", ErrDocument, words.Quote(string(id.DID)), did)
	}
	if err != nil {
		return nil, err
	}
	id.PDS, id.pdsErr = c.server(d, did)
	return id, nil
}

// ParseIdentity returns the identity in a DID document, without its server. The error wraps
// ErrDocument.
func ParseIdentity(document []byte) (*Identity, error) {
	id, _, err := readIdentity(document)
	if err == nil && !syntax.IsDID(string(id.DID)) {
		err = fmt.Errorf("%w: its id is %s, but must be a DID", ErrDocument, words.Quote(string(id.DID)))
	}
	return id, err
}

// readIdentity reads the DID document of an account, whose DID it does not check. The error
// wraps ErrDocument.
func readIdentity(text []byte) (*Identity, *document, error) {
	d, err := readDocument(text)
	if err != nil {
		return nil, nil, fmt.Errorf("%w: %w", ErrDocument, err)
	}
	id := &Identity{DID: syntax.DID(d.text(0, "id")), keyErr: errors.New("no key #atproto")}
	for i := range d.elements("alsoKnownAs") {
		name, ok := strings.CutPrefix(d.string(i), "at://")
		if ok && syntax.IsHandle(name) {
			id.Handles = append(id.Handles, syntax.Handle(strings.ToLower(name)))
		}
	}
	if i := d.part("verificationMethod", id.DID, "#atproto"); i != 0 {
		id.Key, id.keyErr = d.key(i, id.DID)
	}
	return id, d, nil
}

// server returns the URL of the server in the DID document of an account. The error wraps
// ErrDocument, or ErrInsecure.
func (c *Client) server(d *document, did syntax.DID) (string, error) {
	i := d.part("service", did, "#atproto_pds")
	if i == 0 || d.text(i, "type") != "AtprotoPersonalDataServer" {
		return "", fmt.Errorf("%w: no service #atproto_pds of the type AtprotoPersonalDataServer", ErrDocument)
	}
	endpoint := d.text(i, "serviceEndpoint")
	u, err := url.Parse(endpoint)
	if err != nil || !isPlainHost(u.Host) || u.User != nil || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "" {
		return "", fmt.Errorf("%w: %s is not the URL of a server", ErrDocument, words.Quote(endpoint))
	}
	if err := c.checkScheme(u); err != nil {
		return "", err
	}
	return u.Scheme + "://" + u.Host, nil
}

// isPlainHost reports whether a host, with or without a port, can be shown as it is.
func isPlainHost(host string) bool {
	return host != "" && strings.Trim(host, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.:[]") == ""
}

// part returns the index of the first element of a list with an id such as #atproto,
// or the same after the DID; 0 when there is none.
func (d *document) part(list string, did syntax.DID, fragment string) uint32 {
	for i := range d.elements(list) {
		if id := d.text(i, "id"); id == fragment || id == string(did)+fragment {
			return i
		}
	}
	return 0
}

// key returns the key of the verification method at i.
func (d *document) key(i uint32, did syntax.DID) (*Key, error) {
	if controller := d.text(i, "controller"); controller != string(did) {
		return nil, fmt.Errorf("the key #atproto is controlled by %s", words.Quote(controller))
	}
	text := d.text(i, "publicKeyMultibase")
	var key *Key
	var err error
	switch kind := d.text(i, "type"); kind {
	case "Multikey":
		key, err = parseMultikey(text)
	case "EcdsaSecp256k1VerificationKey2019":
		key, err = parsePoint(text, parseK256)
	case "EcdsaSecp256r1VerificationKey2019":
		key, err = parsePoint(text, parseP256)
	default:
		return nil, fmt.Errorf("the key #atproto has the unknown type %s", words.Quote(kind))
	}
	if err != nil {
		return nil, fmt.Errorf("the key #atproto is not valid: %w", err)
	}
	return key, nil
}

// parsePoint returns the key of an older spelling, which is a point without a codec.
func parsePoint(text string, parse func([]byte) (*Key, error)) (*Key, error) {
	point, err := decodeBase58(text)
	if err != nil {
		return nil, err
	}
	return parse(point)
}
