package lexsmith

import (
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

// Workers find types and functions by their names. Package register makes calls faster,
// but also the build slower, by a minute for functions with many parameters: so it is used
// for what is called for every line.
func init() { //nolint:gochecknoinits // Beam demands that registration ends before main begins
	beam.RegisterType(reflect.TypeFor[Options]())
	beam.RegisterCoder(reflect.TypeFor[Piece](), encodePiece, decodePiece)
	beam.RegisterCoder(reflect.TypeFor[Counts](), encodeCounts, decodeCounts)
	for _, fn := range []any{&cutFn{}, &laneFn{}, &schemasFn{}, &checkFn{}, &countFn{}, &statsFn{}, &shardFn{}, &writeFn{}} {
		beam.RegisterDoFn(fn)
	}
	for _, fn := range []any{readArchive, listFiles, fileOf, countsRow, markShard} {
		beam.RegisterFunction(fn)
	}
	register.Function1x1(lineOf)
	register.Function2x1(recordOf)
	register.Combiner1[Counts](&sumFn{})
	register.Emitter1[string]()
	register.Emitter1[Piece]()
	register.Emitter2[string, Counts]()
	register.Iter1[string]()
	register.Iter1[bool]()
}
