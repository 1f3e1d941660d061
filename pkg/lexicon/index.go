package lexicon

import (
	"slices"
	"sync"

	"github.com/lexsmith/lexsmith/internal/words"
	"github.com/lexsmith/lexsmith/pkg/syntax"
)

// index finds documents by what they are called. It has their indexes instead of the
// documents, so that it is good for each list of documents that are called the same.
type index struct {
	// byID has, of several documents with the same id, those that are not a Dependency, or
	// else the first.
	byID map[syntax.NSID][]int32

	pathsOnce sync.Once
	paths     map[string]int32 // see byPath
	idsOnce   sync.Once
	ids       words.NameIndex // see similar
	namesOnce sync.Once
	names     map[string][]syntax.NSID // see namesakes
}

func newIndex(documents []*Document) *index {
	x := &index{byID: make(map[syntax.NSID][]int32, len(documents))}
	all := make([]int32, len(documents))
	for i, d := range documents {
		all[i] = int32(i)
		switch same := x.byID[d.ID]; {
		case d.ID == "":
		case len(same) == 0, documents[same[0]].Dependency && !d.Dependency:
			x.byID[d.ID] = all[i : i+1 : i+1]
		case !d.Dependency:
			x.byID[d.ID] = append(same, int32(i))
		}
	}
	return x
}

// byPath returns the first document with each path.
func (x *index) byPath(documents []*Document) map[string]int32 {
	x.pathsOnce.Do(func() {
		x.paths = make(map[string]int32, len(documents))
		for i, d := range slices.Backward(documents) {
			x.paths[d.Source.Path] = int32(i)
		}
	})
	return x.paths
}

// similar returns an index of the ids for the search of a mistyped one.
func (x *index) similar(documents []*Document) words.NameIndex {
	x.idsOnce.Do(func() {
		ids := make([]string, len(documents))
		for i, d := range documents {
			ids[i] = string(d.ID)
		}
		x.ids = words.NewNameIndex(ids)
	})
	return x.ids
}

// namesakes returns the ids that end with each name, in the order of the documents.
func (x *index) namesakes(documents []*Document) map[string][]syntax.NSID {
	x.namesOnce.Do(func() {
		x.names = map[string][]syntax.NSID{}
		for i, d := range documents {
			if same := x.byID[d.ID]; len(same) > 0 && int(same[0]) == i {
				x.names[d.ID.Name()] = append(x.names[d.ID.Name()], d.ID)
			}
		}
	})
	return x.names
}

// calledSame reports whether an index of documents is good for others too.
func calledSame(documents, others []*Document) bool {
	return slices.EqualFunc(documents, others, func(a, b *Document) bool {
		return a == b || a.ID == b.ID && a.Source.Path == b.Source.Path && a.Dependency == b.Dependency
	})
}
