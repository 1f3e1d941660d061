package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/bluesky-social/indigo/atproto/atdata"
	"github.com/bluesky-social/indigo/atproto/lexicon"
	"github.com/bluesky-social/indigo/atproto/repo"
	"github.com/ipfs/go-cid"
)

// checkCAR checks the records of a repository in the order of their keys.
func checkCAR(catalog lexicon.Catalog, path string, invalid func(int)) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	ctx := context.Background()
	_, r, err := repo.LoadRepoFromCAR(ctx, bufio.NewReader(file))
	if err != nil {
		return err
	}
	i := 0
	return r.MST.Walk(func(_ []byte, id cid.Cid) error {
		block, err := r.RecordStore.Get(ctx, id)
		if err != nil {
			return err
		}
		record, err := atdata.UnmarshalCBOR(block.RawData())
		if !valid(catalog, record, err) {
			invalid(i)
		}
		i++
		return nil
	})
}

// checkCBOR checks the records in the files of a folder.
func checkCBOR(catalog lexicon.Catalog, dir string, invalid func(int)) error {
	files, err := filepath.Glob(filepath.Join(dir, "*.cbor"))
	if err != nil {
		return err
	}
	i := 0
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		value, err := atdata.UnmarshalCBOR(data)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		records, _ := value["records"].([]any)
		for _, item := range records {
			record, _ := item.(map[string]any)
			if !valid(catalog, record, nil) {
				invalid(i)
			}
			i++
		}
	}
	return nil
}
