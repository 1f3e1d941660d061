package networktest

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"strings"

	"github.com/lexsmith/lexsmith/internal/testkit/cartest"
)

// token returns what authorizes the sessions of an account, or ends them.
func (a *Account) token(kind string) string { return kind + "-token-of-" + a.Handle }

func (n *Network) createSession(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var in struct{ Identifier, Password, AuthFactorToken string }
	if err == nil {
		err = json.Unmarshal(body, &in)
	}
	a := n.find(in.Identifier)
	switch {
	case err != nil:
		fail(w, http.StatusBadRequest, "InvalidRequest", err.Error())
	case n.happens(EchoSecrets):
		fail(w, http.StatusInternalServerError, in.Password, string(body))
	case a == nil || in.Password != Password:
		fail(w, http.StatusUnauthorized, "AuthenticationRequired", "Invalid identifier or password")
	case a.AuthFactor != "" && in.AuthFactorToken == "":
		fail(w, http.StatusUnauthorized, "AuthFactorTokenRequired", "A sign in code has been sent to your email address")
	case a.AuthFactor != "" && in.AuthFactorToken != a.AuthFactor:
		fail(w, http.StatusBadRequest, "InvalidToken", "Token is invalid")
	default:
		reply(w, http.StatusOK, map[string]any{
			"did": a.DID, "handle": a.Handle, "active": true, "accessJwt": a.token("access"), "refreshJwt": a.token("refresh"),
		})
	}
}

// authorized returns the account of a request with a token; nil without one.
func (n *Network) authorized(r *http.Request, kind string) *Account {
	text, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "+kind+"-token-of-")
	if !ok {
		return nil
	}
	return n.find(text)
}

func (n *Network) deleteSession(w http.ResponseWriter, r *http.Request) {
	if n.authorized(r, "refresh") == nil {
		fail(w, http.StatusUnauthorized, "AuthMissing", "Authentication Required")
	}
}

// batch is the input of com.atproto.repo.applyWrites.
type batch struct {
	Repo, SwapCommit string
	Writes           []struct {
		Type       string `json:"$type"`
		Collection string
		RecordKey  string `json:"rkey"`
		Value      json.RawMessage
	}
}

func (n *Network) applyWrites(w http.ResponseWriter, r *http.Request) {
	var in batch
	a := n.authorized(r, "access")
	switch err := json.NewDecoder(r.Body).Decode(&in); {
	case n.happens(EchoSecrets):
		fail(w, http.StatusBadRequest, "InvalidRequest", "no such token: "+r.Header.Get("Authorization"))
	case a == nil:
		fail(w, http.StatusUnauthorized, "AuthMissing", "Authentication Required")
	case err != nil || in.Repo != a.DID || len(in.Writes) == 0 || len(in.Writes) > 200:
		fail(w, http.StatusBadRequest, "InvalidRequest", "the input is not valid")
	case n.happens(Expired):
		fail(w, http.StatusBadRequest, "ExpiredToken", "Token has expired")
	case n.happens(LostRequest) || n.happens(LostBatch) && !n.pending(LostBatch):
		if n.happens(Moved) {
			n.locked(a.commit)
		}
		fail(w, http.StatusInternalServerError, "InternalServerError", "Internal Server Error")
	default:
		if n.happens(Moved) {
			n.locked(a.commit)
		}
		if n.happens(MovedRecord) {
			n.locked(func() {
				a.records[in.Writes[0].RecordKey] = newRecord(map[string]any{"of": "another client"})
				a.commit()
			})
		}
		if n.happens(HalfBatch) {
			in.Writes = in.Writes[:len(in.Writes)/2]
		}
		written := len(in.Writes)
		if n.happens(HalfWritten) {
			written /= 2
		}
		lost := n.happens(LostAnswer)
		status, answer := a.apply(&in, written, n.happens(OtherCID))
		if lost {
			panic(http.ErrAbortHandler)
		}
		reply(w, status, answer)
	}
}

// apply makes all writes of a batch or none, and returns the answer. It forgets those
// after the first few that are to be written.
func (a *Account) apply(in *batch, written int, otherCIDs bool) (status int, answer map[string]any) {
	a.network.mu.Lock()
	defer a.network.mu.Unlock()
	if in.SwapCommit != "" && in.SwapCommit != cidText(a.head.id) {
		return http.StatusBadRequest, map[string]any{"error": "InvalidSwap", "message": "Commit was at " + cidText(a.head.id)}
	}
	records := maps.Clone(a.records)
	results := []any{}
	for i, write := range in.Writes {
		if i == written {
			a.records = maps.Clone(records)
		}
		action := strings.TrimPrefix(write.Type, "com.atproto.repo.applyWrites#")
		_, exists := records[write.RecordKey]
		value, err := cartest.Parse(write.Value)
		if exists != (action != "create") || write.Collection != Collection || err != nil && action != "delete" {
			return http.StatusBadRequest, map[string]any{"error": "InvalidRequest", "message": "Could not " + action + " " + write.RecordKey}
		}
		result := map[string]any{"$type": write.Type + "Result"}
		if action == "delete" {
			delete(records, write.RecordKey)
		} else {
			r := newRecord(value)
			records[write.RecordKey] = r
			result["uri"], result["cid"] = a.uri(write.RecordKey), cidText(r.id)
			if otherCIDs {
				result["cid"] = cidText(a.head.id)
			}
		}
		results = append(results, result)
	}
	if written == len(in.Writes) {
		a.records = records
	}
	a.commit()
	return http.StatusOK, map[string]any{"results": results, "commit": map[string]any{"cid": cidText(a.head.id), "rev": a.head.rev}}
}
