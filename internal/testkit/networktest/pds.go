package networktest

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/lexsmith/lexsmith/internal/testkit/cartest"
)

// server returns the PDS.
func (n *Network) server() http.Handler {
	mux := http.NewServeMux()
	handle := func(method, nsid string, f func(http.ResponseWriter, *http.Request)) {
		mux.HandleFunc(method+" /xrpc/"+nsid, func(w http.ResponseWriter, r *http.Request) {
			if !n.spoil(w, r) {
				f(w, r)
			}
		})
	}
	ofAccount := func(param, missing string, f func(*Account, http.ResponseWriter, *http.Request)) func(http.ResponseWriter, *http.Request) {
		return func(w http.ResponseWriter, r *http.Request) {
			switch a := n.find(r.URL.Query().Get(param)); {
			case a == nil:
				fail(w, http.StatusBadRequest, missing, "no such account")
			case missing == "RepoNotFound" && n.happens(Deactivated):
				fail(w, http.StatusBadRequest, "RepoDeactivated", "Repo has been deactivated: "+a.DID)
			case missing == "RepoNotFound" && n.happens(Unproven):
				fail(w, http.StatusBadRequest, "RecordNotFound", "Could not locate record")
			case n.happens(Deactivated):
				fail(w, http.StatusBadRequest, missing, "Could not locate record") // as the usual server does
			default:
				f(a, w, r)
			}
		}
	}
	handle("GET", "com.atproto.sync.getRecord", ofAccount("did", "RepoNotFound", (*Account).serveProof))
	handle("GET", "com.atproto.sync.getLatestCommit", ofAccount("did", "RepoNotFound", (*Account).serveHead))
	handle("GET", "com.atproto.repo.getRecord", ofAccount("repo", "InvalidRequest", (*Account).serveRecord))
	handle("GET", "com.atproto.repo.listRecords", ofAccount("repo", "InvalidRequest", (*Account).serveList))
	handle("GET", "com.atproto.repo.describeRepo", ofAccount("repo", "InvalidRequest", (*Account).describe))
	handle("GET", "com.atproto.identity.resolveHandle", ofAccount("handle", "HandleNotFound", func(a *Account, w http.ResponseWriter, _ *http.Request) {
		reply(w, http.StatusOK, map[string]any{"did": a.DID})
	}))
	handle("POST", "com.atproto.server.createSession", n.createSession)
	handle("POST", "com.atproto.server.deleteSession", n.deleteSession)
	handle("POST", "com.atproto.repo.applyWrites", n.applyWrites)
	mux.HandleFunc("GET /.well-known/atproto-did", func(w http.ResponseWriter, r *http.Request) {
		if a := n.find(r.Host); a != nil {
			_, _ = w.Write([]byte(a.DID + "\n"))
		} else {
			http.NotFound(w, r)
		}
	})
	return mux
}

// serveProof answers with a CAR: commit, nodes, and the record if there is one.
func (a *Account) serveProof(w http.ResponseWriter, r *http.Request) {
	n, q := a.network, r.URL.Query()
	key := q.Get("collection") + "/" + q.Get("rkey")
	switch {
	case n.happens(Redirect):
		http.Redirect(w, r, strings.Replace(n.PDS, "127.0.0.1", "localhost", 1)+r.URL.RequestURI(), http.StatusFound)
		return
	case n.happens(NotCAR):
		_, _ = w.Write([]byte("<!DOCTYPE html><title>Not here</title>"))
		return
	}
	other, wrongID := n.happens(OtherRecord), n.happens(WrongID)
	var car *cartest.Writer
	var head, last []byte
	n.locked(func() {
		c := a.spoiledHead()
		if other {
			others := slices.DeleteFunc(slices.Sorted(maps.Keys(a.records)), func(nsid string) bool { return nsid == q.Get("rkey") })
			key = Collection + "/" + others[0]
		}
		if wrongID {
			c = a.mislabeled(q.Get("rkey"))
		}
		more := a.network.spend(MoreBlocks)
		for name, shape := range cartest.WrongShapes() {
			if a.network.spend(Misshapen(name)) {
				c, more = a.misshapen(shape), true
			}
		}
		car, last = c.proof(key)
		if more {
			car.Blocks = append(slices.Clone(c.file.Blocks), car.Blocks[0])
		}
		head = c.id
	})
	at := slices.IndexFunc(car.Blocks, func(b cartest.Block) bool { return bytes.Equal(b.ID, last) })
	if n.happens(WrongCID) {
		car.Blocks[at].Data = bytes.Replace(car.Blocks[at].Data, []byte("lexicon"), []byte("lexicom"), 1)
	}
	if n.happens(MissingBlock) {
		car.Blocks = slices.Delete(car.Blocks, at, at+1)
	}
	w.Header().Set("Content-Type", "application/vnd.ipld.car")
	_, _ = w.Write(car.File(head))
}

// spoiledHead returns the latest commit, or what a fault makes of it. The network is
// locked.
func (a *Account) spoiledHead() *commit {
	switch n := a.network; {
	case n.spend(ForgedSignature):
		return a.state(a.DID, a.other.sign, a.head.rev)
	case n.spend(OtherAccount):
		return a.state("did:plc:aaaaaaaaaaaaaaaaaaaaaaaa", a.key.sign, a.head.rev)
	case n.spend(HighS):
		return a.state(a.DID, a.key.signHigh, a.head.rev)
	}
	return a.head
}

// mislabeled returns a commit in which a record has another id.
func (a *Account) mislabeled(nsid string) *commit {
	copied := *a
	copied.records = maps.Clone(a.records)
	value := maps.Clone(a.records[nsid].value.(map[string]any))
	value["id"] = "com.example.other"
	copied.records[nsid] = newRecord(value)
	return copied.state(a.DID, a.key.sign, a.head.rev)
}

func (a *Account) serveHead(w http.ResponseWriter, _ *http.Request) {
	if a.network.happens(Silenced) {
		fail(w, http.StatusBadRequest, "InvalidRequest", "not now")
		return
	}
	var head commit
	a.network.locked(func() { head = *a.head })
	reply(w, http.StatusOK, map[string]any{"cid": cidText(head.id), "rev": head.rev})
}

func (a *Account) serveRecord(w http.ResponseWriter, r *http.Request) {
	var found record
	a.network.locked(func() { found = a.records[r.URL.Query().Get("rkey")] })
	if found.id == nil || r.URL.Query().Get("collection") != Collection {
		fail(w, http.StatusBadRequest, "RecordNotFound", "Could not locate record")
		return
	}
	id := found.id
	if a.network.happens(WrongCIDText) {
		id = cartest.BlockCID(nil)
	}
	value := found.value
	if a.network.happens(WrongID) {
		object := maps.Clone(value.(map[string]any))
		object["id"] = "com.example.other"
		value = object
		id = newRecord(value).id
	}
	reply(w, http.StatusOK, map[string]any{"uri": a.uri(r.URL.Query().Get("rkey")), "cid": cidText(id), "value": value})
}

func (a *Account) uri(nsid string) string { return "at://" + a.DID + "/" + Collection + "/" + nsid }

func (a *Account) serveList(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	limit, err := strconv.Atoi(q.Get("limit"))
	if err != nil || limit < 1 || limit > 100 {
		limit = 50
	}
	cursor := q.Get("cursor")
	repeats := a.network.happens(Repeating)
	if a.network.happens(Aimless) {
		var page []any
		for i := range limit {
			page = append(page, map[string]any{"uri": a.uri(fmt.Sprintf("self%s%d", cursor, i)), "cid": cidText(newRecord(map[string]any{}).id), "value": map[string]any{}})
		}
		reply(w, http.StatusOK, map[string]any{"records": page, "cursor": cursor + "a"})
		return
	}
	answer := map[string]any{}
	list := []any{}
	a.network.locked(func() {
		for _, nsid := range slices.Backward(slices.Sorted(maps.Keys(a.records))) {
			if cursor != "" && nsid >= cursor && !repeats || q.Get("collection") != Collection {
				continue
			}
			if len(list) == limit {
				break
			}
			found := a.records[nsid]
			list = append(list, map[string]any{"uri": a.uri(nsid), "cid": cidText(found.id), "value": found.value})
			answer["cursor"] = nsid
		}
	})
	if answer["records"] = list; repeats {
		answer["cursor"] = cursor + "a"
	}
	reply(w, http.StatusOK, answer)
}

func (a *Account) describe(w http.ResponseWriter, _ *http.Request) {
	collections := []string{}
	if len(a.Published()) > 0 {
		collections = append(collections, Collection)
	}
	reply(w, http.StatusOK, map[string]any{
		"handle": a.Handle, "did": a.DID, "didDoc": a.document(), "collections": collections, "handleIsCorrect": true,
	})
}
