package repo

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/bits"
	"slices"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/diag"
)

var ruleInvalidTree = &diag.Rule{
	Code: "invalid-tree", Group: "validate", Severity: diag.Always(diag.Error),
	Summary: "the tree of the repository does not have the shape that its keys determine",
	Reason: "The same records must always result in the same tree, so that two repositories can be compared by one CID. Each key belongs at a layer: half the number of leading zero bits of its SHA-256 hash, rounded down. " +
		"The root contains the keys of the highest layer. Each subtree of a node is exactly one layer lower, even if its topmost node then contains no entries, and nodes at layer 0 have no subtrees. " +
		"Only the root of an empty tree has neither entries nor a subtree. The records are still checked. Fix the program that built the tree.",
	Spec: "Field types > cid-link", Page: "specs/repository",
	Examples: "«" + `-- CAR file in hex --
3aa265726f6f747381d82a582500017112203ad1e3c3fde475da7a124be3bbbc3294970c
e1617d156cf286d0ae5d9e1bf5a26776657273696f6e01
9101017112203ad1e3c3fde475da7a124be3bbbc3294970ce1617d156cf286d0ae5d9e1b
f5a2a663646964736469643a7765623a6578616d706c652e636f6d637265766d336a7a66
63696a706a327a326163736967406464617461d82a58250001711220b73de3ccd081db23
2d428c36355edb99457fc7fa396b92960a67424e9492fd306470726576f6677665727369
6f6e03
5301711220b73de3ccd081db232d428c36355edb99457fc7fa396b92960a67424e9492fd
30a2616580616cd82a582500017112209dfefe61dd76ea3dcae5023880b08379d57adf20
482d6fdbe2759289f647677b
` + emptyNode + "|" + emptyRepository + "»",
}

// noLayer is the layer of a node of which it is not known.
const noLayer = -1

// shape reports what is wrong with the place of a node in the tree: keys determine the nodes
// that a tree has. Layer is the one of that place; the keys of the root determine its own.
// Below a broken node, or one whose layer is not known, nothing is reported. It returns the
// layer of the subtrees.
func (c *CAR) shape(n *node, id []byte, layer int, isRoot bool, report reporter) (below int, err error) {
	if isRoot {
		layer = noLayer
		for key := range n.keys {
			layer = max(layer, layerOf(key))
		}
	}
	isEmpty := len(n.entries) == 0
	if n.broken || layer < 0 && !(isRoot && isEmpty) {
		return noLayer, nil
	}
	var wrong, help string
	switch {
	case layer == 0 && (n.before != nil || slices.ContainsFunc(n.entries, func(e entry) bool { return e.after != nil })):
		wrong, help = "is at layer 0 of the tree, but has a subtree", "move the keys of the subtree to the layers of their hashes"
	case isEmpty && isRoot && n.before != nil:
		wrong, help = "is the root of the tree, but contains no entries", "use its subtree as the root"
	case isEmpty && !isRoot && n.before == nil:
		wrong, help = "contains neither entries nor a subtree", "replace the link to this node with null"
	}
	for key := range n.keys {
		if own := layerOf(key); wrong == "" && own != layer {
			wrong = fmt.Sprintf("is at layer %d of the tree, but contains the key %s, which belongs at layer %d", layer, words.Quote(string(key)), own)
			help = fmt.Sprintf("move the key to layer %d: half the number of leading zero bits of its SHA-256 hash, rounded down", own)
		}
	}
	if wrong != "" {
		err = report(c.finding(ruleInvalidTree, "", n.at, "the node "+cidOf(id).String()+" "+wrong, help))
	}
	return layer - 1, err
}

// keys yields the keys of the entries up to one that is broken, which breaks the node. Each is
// good until the next.
func (n *node) keys(yield func([]byte) bool) {
	n.key = n.key[:0]
	for _, e := range n.entries {
		if n.broken = n.broken || n.extend(e) != nil; n.broken || !yield(n.key) {
			break
		}
	}
	n.key = n.key[:0]
}

// layerOf returns the layer at which a key belongs: half the number of zero bits with which
// its SHA-256 begins.
func layerOf(key []byte) int {
	hash := sha256.Sum256(key)
	zeros := 0
	for word := hash[:]; len(word) > 0 && zeros == 8*(len(hash)-len(word)); word = word[8:] {
		zeros += bits.LeadingZeros64(binary.BigEndian.Uint64(word))
	}
	return zeros / 2
}
