package cmd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/lexsmith/lexsmith/pkg/lexicon"
	"github.com/lexsmith/lexsmith/pkg/repo"
	"github.com/lexsmith/lexsmith/pkg/validate"
)

// maxCopy is how many bytes of a CAR file are copied, so that an endless one cannot fill
// the disk. What compressed data can expand to is limited in package validate.
const maxCopy = 8 << 30

// repository checks the records of a CAR file. It is read here and there: what is
// not an *os.File is copied to a temporary one first.
func (d *dataReport) repository(ctx context.Context, in io.Reader, path string) (err error) {
	options := repo.Options{Path: path, Report: func(f lexicon.Finding) {
		d.value(&dataValue{Result: validate.Result{Findings: []lexicon.Finding{f}}, notValue: true})
	}}
	file, regular := in.(*os.File)
	if !regular {
		file, err = os.CreateTemp("", "lexsmith-*.car")
		if err != nil {
			return err
		}
		removed := os.Remove(file.Name()) == nil // not where a file in use has to have a name
		defer func() {
			if err = errors.Join(err, file.Close()); !removed {
				err = errors.Join(err, os.Remove(file.Name()))
			}
		}()
		if options.Cut, err = copyCAR(file, in); err != nil {
			return err
		}
	}
	info, err := file.Stat()
	if err != nil {
		return err
	}
	car, err := repo.Open(ctx, file, info.Size(), options)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, car.Close()) }()
	input, value := validate.Input{Encoding: validate.CBOR, Path: path}, dataValue{}
	for record, err := range car.Records(ctx) {
		if err != nil {
			return err
		}
		// The number of the record stands for the line, so that findings of
		// one record come before those of the next.
		input.Text, input.FirstLine = record.Data, record.Number+1
		input.Record, input.RecordKey, input.Collection = record.Path, record.RecordKey, record.Collection
		value.Result, value.path = d.validator.Check(input), record.Path
		value.Findings = slices.Concat(record.Findings, value.Findings)
		d.value(&value)
	}
	d.values.MissingBlocks += car.Missing()
	d.bytes += info.Size()
	return nil
}

// copyCAR copies a CAR to a file, of something else only the beginning. Cut says why the
// file does not have all of it.
func copyCAR(to io.Writer, in io.Reader) (cut, err error) {
	const enough = 4096 // bytes, to recognize a CAR
	buffered := bufio.NewReaderSize(in, 64<<10)
	if head, _ := buffered.Peek(enough); len(head) == enough && !repo.IsCAR(head) {
		_, err := to.Write(head)
		return errors.New("it does not begin like a CAR, so only its beginning was read"), err
	}
	n, err := io.Copy(to, io.LimitReader(buffered, maxCopy))
	if _, damaged := errors.AsType[*validate.CompressionError](err); damaged {
		return err, nil
	}
	if err == nil && n == maxCopy {
		return fmt.Errorf("only the first %d GiB were read", int64(maxCopy)>>30), nil
	}
	return nil, err
}
