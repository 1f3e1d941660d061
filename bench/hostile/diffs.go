package main

import (
	"bufio"
	"fmt"

	"github.com/lexsmith/lexsmith/bench/internal/measure"
)

// bothSides writes one schema for each side.
func bothSides(dir string, defs func(w *bufio.Writer, side string)) error {
	for _, side := range []string{"old", "new"} {
		if err := schema(dir, side+"/com.example.defs.json", func(w *bufio.Writer) { defs(w, side) }); err != nil {
			return err
		}
	}
	return nil
}

// refChange has references that change from somewhere in one chain to the same
// place of an equal chain.
func refChange(dir string, n int) error {
	return bothSides(dir, func(w *bufio.Writer, side string) {
		for _, chain := range []string{"old", "new"} {
			for i := range n {
				fmt.Fprintf(w, `"%[1]s%[2]d": {"type": "object", "properties": {"n": {"type": "ref", "ref": "#%[1]s%[3]d"}}},`, chain, i, i+1)
			}
			fmt.Fprintf(w, `"%s%d": {"type": "object", "properties": {"x": {"type": "integer"}}},`, chain, n)
		}
		w.WriteString(`"main": {"type": "object", "properties": {`)
		list(w, n, `"f%[1]d": {"type": "ref", "ref": "#`+side+`%[1]d"}`)
		w.WriteString(`}}`)
	})
}

// renames has objects in which every field has another name: 100 go, 100 come.
func renames(dir string, n int) error {
	return bothSides(dir, func(w *bufio.Writer, side string) {
		for i := range n {
			if i > 0 {
				w.WriteByte(',')
			}
			fmt.Fprintf(w, `"o%d": {"type": "object", "properties": {`, i)
			list(w, 100, `"`+side+`%d": {"type": "integer"}`)
			w.WriteString(`}}`)
		}
	})
}

// affects has many changes, each of which many records reach.
func affects(dir string, n int) error {
	for _, side := range []string{"old", "new"} {
		limit := map[string]int{"old": 20, "new": 10}[side]
		err := schema(dir, side+"/com.example.defs.json", func(w *bufio.Writer) {
			w.WriteString(`"all": {"type": "object", "properties": {`)
			list(w, n, `"f%[1]d": {"type": "ref", "ref": "#d%[1]d"}`)
			w.WriteString(`}},`)
			list(w, n, `"d%d": {"type": "string", "maxLength": `+fmt.Sprint(limit)+`}`)
		})
		for i := 0; i < n && err == nil; i++ {
			id := fmt.Sprintf("com.example.record%d", i)
			err = text(dir, side+"/"+id+".json", `{"lexicon": 1, "id": "`+id+`", "defs": {"main": {"type": "record", "key": "tid", "record": `+
				`{"type": "object", "properties": {"a": {"type": "ref", "ref": "com.example.defs#all"}}}}}}`)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// sameSize is a git repository with many files of one size.
func sameSize(dir string, n int) error {
	for i := range n {
		id := fmt.Sprintf("com.example.r%06d", i)
		if err := text(dir, "lexicons/"+id+".json", token(id)); err != nil {
			return err
		}
	}
	return measure.Commit(dir)
}
