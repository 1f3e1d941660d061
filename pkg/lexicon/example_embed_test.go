package lexicon_test

import (
	"context"
	"embed"
	"fmt"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
)

//go:embed testdata/lexicons
var lexicons embed.FS

// A program can contain its Lexicons.
func ExampleLoad_embed() {
	catalog, err := lexicon.Load(context.Background(), []lexicon.Input{{FS: lexicons, Name: "testdata/lexicons"}}, lexicon.LoadOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, document := range catalog.Documents() {
		fmt.Println(document.ID, document.Main().Schema.Type())
	}
	// Output: com.example.thing record
}
