package validate

import "github.com/lexsmith/lexsmith/pkg/lexicon"

var ruleInvalidCBOR = &lexicon.Rule{
	Code: "invalid-cbor", Group: "validate", Severity: lexicon.Always(lexicon.Error),
	Summary: "the bytes are not DAG-CBOR",
	Reason: "DAG-CBOR has one spelling for each value, or the hash of a value would not be one hash: shortest heads, lengths in front, " +
		"keys that are sorted texts, no tag but 42. A message that comes in a frame is checked without the frame's header. " +
		"Write it with a library for DAG-CBOR, not for CBOR at large.",
	Spec: "What the service does, 2",
	Bad: `-- com/example/size.json --
{"lexicon": 1, "id": "com.example.size", "defs": {"main": {"type": "integer"}}}
-- data.cbor in hex (--ref com.example.size) --
1805`,
	Good: `-- com/example/size.json --
{"lexicon": 1, "id": "com.example.size", "defs": {"main": {"type": "integer"}}}
-- data.cbor in hex (--ref com.example.size) --
05`,
}

var ruleInvalidCAR = &lexicon.Rule{
	Code: "invalid-car", Group: "validate", Severity: lexicon.Always(lexicon.Error),
	Summary: "the file is not a CAR with a repository",
	Reason: "A CAR is a header with the root, then sections of a CID and a block. The root is the commit of a repository, and the commit names the tree " +
		"in which the records stand, each under its collection and record key, in the order of these. What does not depend on the fault is still checked. " +
		"Fetch the file again if it was cut off.",
	Spec: "What the service does, 2",
	Bad: `-- repo.car in hex --
3aa265726f6f747381d82a582500017112208a4cfae2`,
	Good: emptyRepository,
}

var ruleCIDMismatch = &lexicon.Rule{
	Code: "cid-mismatch", Group: "validate", Severity: lexicon.Always(lexicon.Error),
	Summary: "a block does not have the hash that its CID says",
	Reason: "The block was changed, or its CID was computed from other bytes. What the block holds is still checked. " +
		"Fetch the file again, or mend the program that wrote it.",
	Spec: "Field types > cid-link",
	Bad: `-- repo.car in hex --
3aa265726f6f747381d82a58250001711220aa8d563d39007cdcdfbd47e0abfa1b5c736e
186dc1d045f5cedc10b1801c66b36776657273696f6e01
910101711220aa8d563d39007cdcdfbd47e0abfa1b5c736e186dc1d045f5cedc10b1801c
66b3a663646964736469643a7765623a6578616d706c652e636f6d637265766d336a7a66
63696a706a327a326163736967406464617461d82a582500017112209dfefe61dd76ea3d
cae5023880b08379d57adf20482d6fdbe2759289f647677a6470726576f6677665727369
6f6e03
2b017112209dfefe61dd76ea3dcae5023880b08379d57adf20482d6fdbe2759289f64767
7aa2616580616cf6`,
	Good: emptyRepository,
}

var ruleMissingBlock = &lexicon.Rule{
	Code: "missing-block", Group: "validate", Severity: lexicon.Always(lexicon.Warning),
	Summary: "a record, or a part of the tree, is not in the CAR file",
	Reason: "A slice of a repository, such as the blocks of one commit on the event stream, lacks most of its tree by intention; in a whole repository a block is lost. " +
		"There is one warning for each block that is named and absent: what lies below an absent node of the tree is not known.",
	Spec: "Field types > cid-link",
	Bad: `-- repo.car in hex --
3aa265726f6f747381d82a582500017112208a4cfae26164ad3a220c173f22fb8c42f101
90688417d8d014012def1fcdee746776657273696f6e01
9101017112208a4cfae26164ad3a220c173f22fb8c42f10190688417d8d014012def1fcd
ee74a663646964736469643a7765623a6578616d706c652e636f6d637265766d336a7a66
63696a706a327a326163736967406464617461d82a582500017112209dfefe61dd76ea3d
cae5023880b08379d57adf20482d6fdbe2759289f647677b6470726576f6677665727369
6f6e03`,
	Good: emptyRepository,
}

// emptyRepository is a commit and a tree without records.
const emptyRepository = `-- repo.car in hex --
3aa265726f6f747381d82a582500017112208a4cfae26164ad3a220c173f22fb8c42f101
90688417d8d014012def1fcdee746776657273696f6e01
9101017112208a4cfae26164ad3a220c173f22fb8c42f10190688417d8d014012def1fcd
ee74a663646964736469643a7765623a6578616d706c652e636f6d637265766d336a7a66
63696a706a327a326163736967406464617461d82a582500017112209dfefe61dd76ea3d
cae5023880b08379d57adf20482d6fdbe2759289f647677b6470726576f6677665727369
6f6e03
2b017112209dfefe61dd76ea3dcae5023880b08379d57adf20482d6fdbe2759289f64767
7ba2616580616cf6`
