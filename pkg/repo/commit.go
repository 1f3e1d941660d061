package repo

import (
	"bytes"
	"errors"
	"slices"

	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/internal/datamodel"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// Commit is the root of a repository. The fields other than CID are those of the
// block.
type Commit struct {
	CID     cid.Cid
	DID     string  // of the account
	Version int64   // 2 or 3
	Data    cid.Cid // the topmost node of the tree
	Rev     string  // when it was made, a TID; "" in old commits
	Sig     []byte  // see Unsigned

	at       int64 // where its block begins in the file
	unsigned []byte
}

// Unsigned returns the bytes that Sig signs with the signing key of the account:
// the commit in DAG-CBOR without its field sig.
func (c *Commit) Unsigned() []byte { return c.unsigned }

// Commit returns the commit that is the root of the file. The error is an *Error
// when there is none, or when it is not as it should be, or one of reading.
func (c *CAR) Commit() (*Commit, error) { return c.commit(asError) }

// commit returns the root commit, which is nil when there is no tree to walk.
func (c *CAR) commit(report reporter) (*Commit, error) {
	if !c.root.Defined() {
		return nil, report(c.finding(ruleInvalidCAR, "", c.headerAt, "the header has no root", ""))
	}
	b, err := c.find([]byte(c.root.KeyString()), &c.treeAt)
	if err != nil {
		return nil, err
	}
	if b == nil {
		f := c.finding(ruleInvalidCAR, "", c.headerAt, "", "download the file again; its records cannot be found without the root block")
		f.Message = missingAt("the root block "+c.root.String(), c.headerAt)
		return nil, report(f)
	}
	c.index.see(b.number)
	at := b.at
	if b.corrupt() {
		if err := report(c.mismatch("", b.offset(), c.root)); err != nil {
			return nil, err
		}
	}
	t := &c.tape
	if err := t.ReadCBOR(b.data); err != nil {
		return nil, report(c.malformed("the commit", at, err))
	}
	wrong := func(i uint32, what string) error {
		return report(c.finding(ruleInvalidCAR, "", at+int64(t.Tokens[i].Start), "the root is not a commit: "+what,
			"the root must be a map with did, version (2 or 3), and data (the link to its tree)"))
	}
	if t.Tokens[0].Kind != datamodel.Object {
		return nil, wrong(0, "it is not a map")
	}
	commit := &Commit{CID: c.root, at: at, DID: t.MemberText(0, "did"), Rev: t.MemberText(0, "rev")}
	did, version, tree := t.Member(0, "did"), t.Member(0, "version"), t.Member(0, "data")
	if tree == 0 || t.Tokens[tree].Kind != datamodel.Link {
		return nil, wrong(tree, "data is not a link")
	}
	commit.Data = t.LinkID(tree)
	if version != 0 && t.Tokens[version].Kind == datamodel.Integer {
		commit.Version = t.Tokens[version].Int()
	}
	switch {
	case !syntax.IsDID(commit.DID):
		err = wrong(did, "did is not a DID")
	case commit.Version != 2 && commit.Version != 3:
		err = wrong(version, "version is neither 2 nor 3")
	}
	commit.sign(t)
	return commit, err
}

// sign takes the signature out of the block of a commit.
func (c *Commit) sign(t *datamodel.Tape) {
	sig := t.Member(0, "sig")
	if sig == 0 || t.Tokens[sig].Kind != datamodel.Bytes {
		c.unsigned = bytes.Clone(t.Input)
		return
	}
	c.Sig = bytes.Clone(t.Content(sig))
	if t.Input[0] > emptyMap+23 { // the head has a byte more: not a genuine commit
		return
	}
	c.unsigned = slices.Concat(t.Input[:t.Tokens[sig-1].Start], t.Input[t.Tokens[sig].End:])
	c.unsigned[0]--
}

const emptyMap = 0xa0 // the head of a CBOR map, to which its length is added

// malformed returns the finding on a block that is not DAG-CBOR.
func (c *CAR) malformed(subject string, at int64, err error) diag.Finding {
	rule := diag.RuleInvalidCBOR
	fault, _ := errors.AsType[*datamodel.CBORError](err)
	if fault.TooDeep {
		rule = diag.RuleTooDeep
	}
	return c.finding(rule, "", at+int64(fault.Offset), subject+" is not valid DAG-CBOR: "+fault.Reason, "")
}
