package cmd

import (
	"io"

	"github.com/lexsmith/lexsmith/internal/datafiles"
)

// repository checks the records of a CAR file.
func (d *dataReport) repository(in io.Reader, path string) error {
	r, err := datafiles.CheckRepository(d.ctx, d.validator, in, path, func(r *datafiles.Record) {
		d.value(&dataValue{Result: r.Result, path: r.Path, notValue: r.Path == ""})
	})
	d.values.MissingBlocks += r.Missing
	d.bytes += r.Size
	return err
}
