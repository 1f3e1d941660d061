package networktest

import (
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lexsmith/lexsmith/internal/testkit/cartest"
)

// Collection is the collection of Lexicons.
const Collection = "com.atproto.lexicon.schema"

// Password is the app password of all accounts.
const Password = "abcd-efgh-ijkl-mnop"

// Account is an account on the PDS.
type Account struct {
	DID    string
	Handle string
	// AuthFactor is the token that a session needs beside the password; "" for none.
	AuthFactor string

	network *Network
	key     signer
	other   signer // which the DID document does not have
	records map[string]record
	shape   cartest.Shape // of the tree
	head    *commit
}

// record is a record of the repository.
type record struct {
	value any
	data  []byte // DAG-CBOR
	id    []byte // binary CID
}

// commit is a state of a repository.
type commit struct {
	id, tree []byte
	rev      string
	file     *cartest.Writer
}

// NewAccount adds an account with a key of a curve, and without Lexicons. DNS and
// the PDS know its handle.
func (n *Network) NewAccount(handle string, curve Curve) *Account {
	sum := sha256.Sum256([]byte(handle))
	a := &Account{
		DID: "did:plc:" + strings.ToLower(base32.StdEncoding.EncodeToString(sum[:15])), Handle: handle,
		network: n, key: newSigner(curve, handle), other: newSigner(curve, handle+" forged"), records: map[string]record{},
	}
	n.locked(func() {
		n.accounts = append(n.accounts, a)
		a.commit()
	})
	n.SetTXT("_atproto."+handle, "did="+a.DID)
	return a
}

// Publish writes Lexicons, which are JSON, in one commit.
func (a *Account) Publish(lexicons ...string) error {
	changed := map[string]record{}
	for _, text := range lexicons {
		value, err := cartest.Parse([]byte(text))
		if err != nil {
			return err
		}
		object, ok := value.(map[string]any)
		if !ok {
			return fmt.Errorf("not an object: %s", text)
		}
		id, ok := object["id"].(string)
		if !ok {
			return fmt.Errorf("a Lexicon without id: %s", text)
		}
		object["$type"] = Collection
		changed[id] = newRecord(value)
	}
	a.network.locked(func() {
		maps.Copy(a.records, changed)
		a.commit()
	})
	return nil
}

// PublishAs publishes a value under a key of its own.
func (a *Account) PublishAs(key, text string) error {
	value, err := cartest.Parse([]byte(text))
	if err != nil {
		return err
	}
	a.network.locked(func() {
		a.records[key] = newRecord(value)
		a.commit()
	})
	return nil
}

// Withdraw deletes Lexicons in one commit.
func (a *Account) Withdraw(nsids ...string) {
	a.network.locked(func() {
		for _, nsid := range nsids {
			delete(a.records, nsid)
		}
		a.commit()
	})
}

// Published returns the NSIDs of the Lexicons, sorted.
func (a *Account) Published() (nsids []string) {
	a.network.locked(func() { nsids = slices.Sorted(maps.Keys(a.records)) })
	return nsids
}

// JSON returns a published Lexicon; "" when there is none.
func (a *Account) JSON(nsid string) (text string) {
	a.network.locked(func() {
		if r, ok := a.records[nsid]; ok {
			data, err := json.Marshal(r.value)
			if err != nil {
				panic(err)
			}
			text = string(data)
		}
	})
	return text
}

// Repository returns the repository as a CAR file.
func (a *Account) Repository() (file []byte) {
	a.network.locked(func() {
		head := a.spoiledHead()
		file = head.file.File(head.id)
	})
	return file
}

// commit makes the records the latest state. The network is locked.
func (a *Account) commit() { a.head = a.state(a.DID, a.key.sign, a.network.revision()) }

// state makes a commit with the records. The network is locked.
func (a *Account) state(did string, sign func([]byte) []byte, rev string) *commit {
	w := cartest.New()
	paths := map[string][]byte{}
	for _, nsid := range slices.Sorted(maps.Keys(a.records)) {
		r := a.records[nsid]
		w.Blocks = append(w.Blocks, cartest.Block{ID: r.id, Data: r.data})
		paths[Collection+"/"+nsid] = r.id
	}
	c := &commit{rev: rev, file: w}
	c.tree = w.Misshapen(paths, a.shape)
	c.id = w.Sign(did, rev, c.tree, sign)
	return c
}

// misshapen returns a commit whose tree has more records and a shape. The network is locked.
func (a *Account) misshapen(shape cartest.Shape) *commit {
	copied := *a
	copied.records, copied.shape = maps.Clone(a.records), shape
	for n := range 500 {
		copied.records[fmt.Sprintf("com.example.filler%d", n)] = newRecord(map[string]any{})
	}
	return copied.state(a.DID, a.key.sign, a.head.rev)
}

// proof returns a CAR with the blocks that prove what is under a key.
func (c *commit) proof(key string) (w *cartest.Writer, last []byte) {
	path := append([][]byte{c.id}, c.file.Path(c.tree, key)...)
	w = cartest.New()
	for _, id := range path {
		at := slices.IndexFunc(c.file.Blocks, func(b cartest.Block) bool { return string(b.ID) == string(id) })
		w.Blocks = append(w.Blocks, c.file.Blocks[at])
	}
	return w, path[len(path)-1]
}
