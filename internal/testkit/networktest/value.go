package networktest

import (
	"github.com/ipfs/go-cid"

	"github.com/lexsmith/lexsmith/internal/testkit/cartest"
)

func newRecord(value any) record {
	data := cartest.New().Encode(cartest.Data(value))
	return record{value, data, cartest.BlockCID(data)}
}

// cidText returns a binary CID as text.
func cidText(id []byte) string {
	c, err := cid.Cast(id)
	if err != nil {
		panic(err)
	}
	return c.String()
}
