// Package network finds Lexicons on the AT Protocol network, and publishes them.
//
// Whoever controls the domain of an NSID says in DNS which account publishes its
// Lexicons: for app.bsky.feed.post that is the TXT record at
// _lexicon.feed.bsky.app. The DID document of the account names its server (PDS)
// and its signing key, and the server has one record for each Lexicon. The record
// comes with a proof: the path to it in the repository and a signed commit.
//
//	client, err := network.New(network.Options{})
//	if err != nil {
//		return err
//	}
//	lexicon, err := client.Lexicon(ctx, "app.bsky.feed.post")
//	if err != nil {
//		return err
//	}
//	fmt.Println(lexicon.CID, len(lexicon.JSON))
//
// DNS records and DID documents are written by other people. A Client therefore
// speaks HTTPS only, does not connect to private addresses, and limits the size
// and the duration of every answer: see Options.
package network
