package repo_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/lexsmith/lexsmith/pkg/diag"
	"github.com/lexsmith/lexsmith/pkg/repo"
)

// oneRecord is a repository with one record, as it is exported.
func oneRecord() *bytes.Reader {
	data, err := hex.DecodeString(strings.Join(strings.Fields(oneRecordHex), ""))
	if err != nil {
		panic(err)
	}
	return bytes.NewReader(data)
}

func ExampleCAR_Records() {
	ctx, file := context.Background(), oneRecord()
	car, err := repo.Open(ctx, file, file.Size(), repo.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for record, err := range car.Records(ctx) {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(record.Path, record.CID, len(record.Data), "bytes")
	}
	// Output: at://did:web:example.com/com.example.note/3jzfcijpj2z2a bafyreidwydhkxbncvxuvbwefh5wchyyei7fikeu4oplmgkynqmsvpcjo2i 35 bytes
}

func ExampleCAR_Lookup() {
	file := oneRecord()
	car, err := repo.Open(context.Background(), file, file.Size(), repo.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	record, err := car.Lookup("com.example.note/3jzfcijpj2z2a")
	fmt.Println(record.RecordKey, err)
	_, err = car.Lookup("com.example.note/self")
	fmt.Println(err)
	// Output:
	// 3jzfcijpj2z2a <nil>
	// the repository does not contain the record
}

func ExampleOptions_report() {
	file := oneRecord()
	cut := file.Size() - 1
	_, err := repo.Open(context.Background(), file, cut, repo.Options{
		Path:   "repo.car",
		Report: func(f diag.Finding) { fmt.Println(f.Path()+":", f.Message) },
	})
	fmt.Println(err)
	// Output:
	// repo.car: a section should be 154 bytes long, but only 153 are left (at byte offset 259)
	// <nil>
}

const oneRecordHex = `
3aa265726f6f747381d82a58250001711220c7564f00f92e6b54abc08a2859223f2654af
af1735923d83ef48865c507534886776657273696f6e01470171122076c0ceab85a2ade9
50d8853f6c23e30447ca85129c73d6c32b0d832557892ed2a264746578746568656c6c6f
65247479706570636f6d2e6578616d706c652e6e6f74657f01711220d819ea187b0bf09c
69213f3827a6428ecc16ffb784aea567ab3ad0377ba16ebea2616581a4616b581e636f6d
2e6578616d706c652e6e6f74652f336a7a6663696a706a327a32616170006174f66176d8
2a5825000171122076c0ceab85a2ade950d8853f6c23e30447ca85129c73d6c32b0d8325
57892ed2616cf69a0101711220c7564f00f92e6b54abc08a2859223f2654afaf1735923d
83ef48865c50753488a663646964736469643a7765623a6578616d706c652e636f6d6372
65766d336a7a6663696a706a327a326163736967497369676e61747572656464617461d8
2a58250001711220d819ea187b0bf09c69213f3827a6428ecc16ffb784aea567ab3ad037
7ba16ebe6470726576f66776657273696f6e03
`
