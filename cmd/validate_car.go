package cmd

import (
	"context"
	"io"

	"github.com/lexsmith/lexsmith/internal/datafiles"
)

// repository checks the records of a CAR file.
func (d *dataReport) repository(ctx context.Context, in io.Reader, path string) error {
	var value dataValue
	r, err := datafiles.CheckRepository(ctx, d.validator, in, path, d.counting, func(r *datafiles.Record) {
		value.Result, value.path, value.notValue = r.Result, r.Path, r.Path == ""
		d.value(&value)
	})
	d.values.MissingBlocks += r.Missing
	d.bytes += r.Size
	return err
}
