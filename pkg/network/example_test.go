package network_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/lexsmith/lexsmith/internal/testkit/networktest"
	"github.com/lexsmith/lexsmith/pkg/network"
)

// local returns the options for a network on this machine, on which alice.test
// publishes com.example.thing. Leave them empty for the real network.
func local() (o network.Options, stop func()) {
	n, err := networktest.Start()
	if err != nil {
		log.Fatal(err)
	}
	alice := n.NewAccount("alice.test", networktest.K256)
	if err := alice.Publish(`{"lexicon": 1, "id": "com.example.thing", "defs": {"main": {"type": "token"}}}`); err != nil {
		log.Fatal(err)
	}
	n.Delegate("example.com", alice.DID)
	return network.Options{Resolver: network.NewResolver(n.DNS), PLC: n.PLC, InsecureHTTP: true}, n.Close
}

func Example() {
	options, stop := local()
	defer stop()
	client, err := network.New(options)
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	lexicon, err := client.Lexicon(ctx, "com.example.thing")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(lexicon.CID, lexicon.Verified)

	_, err = client.Lexicon(ctx, "org.example.thing")
	fmt.Println(err)
	fmt.Println(network.IsUnpublished(err))
	// Output:
	// bafyreig7li3lczlgx6523gybcqqjf4mgez2vn77tqzvarqxu6doksfaewy true
	// org.example.thing: DNS lookup of _lexicon.example.org: no TXT record
	// true
}

func ExampleSession_Apply() {
	options, stop := local()
	defer stop()
	client, err := network.New(options)
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	session, err := client.Login(ctx, network.LoginOptions{Identifier: "alice.test", Password: networktest.Password})
	if err != nil {
		log.Fatal(err)
	}
	defer func() { _ = session.Logout(ctx) }()

	// The plan is made on this commit. If another client writes in between, nothing
	// is written.
	head, err := session.Head(ctx)
	if err != nil {
		log.Fatal(err)
	}
	record, _, err := network.Record([]byte(`{"lexicon": 1, "id": "com.example.other", "defs": {"main": {"type": "token"}}}`))
	if err != nil {
		log.Fatal(err)
	}
	writes := []network.Write{{Action: network.Create, NSID: "com.example.other", Record: record}}
	_, err = session.Apply(ctx, writes, head)
	fmt.Println(err)
	_, err = session.Apply(ctx, writes, head)
	fmt.Println(errors.Is(err, network.ErrSwap))
	// Output:
	// <nil>
	// true
}

func ExampleRecord() {
	record, id, err := network.Record([]byte(`{"lexicon": 1, "id": "com.example.thing", "defs": {"main": {"type": "token"}}}`))
	fmt.Println(string(record), id, err)
	// Output: {"$type": "com.atproto.lexicon.schema", "lexicon": 1, "id": "com.example.thing", "defs": {"main": {"type": "token"}}} bafyreig7li3lczlgx6523gybcqqjf4mgez2vn77tqzvarqxu6doksfaewy <nil>
}

func ExampleTXTName() {
	fmt.Println(network.TXTName("app.bsky.feed.post"), "TXT", network.TXTValue("did:web:example.com"))
	// Output: _lexicon.feed.bsky.app TXT did=did:web:example.com
}
