// Package lexsmith validates AT Protocol records in Apache Beam pipelines.
//
// The input of Validate is a collection of pieces: what is checked at once. Files and
// FileNames make them of files, Lines of NDJSON lines, Records of records with a key.
// The schemas are an archive, given as a collection with one element: beam.Create of
// what Pack returns puts them into the pipeline, ReadArchive reads them when it runs.
//
//	archive, err := lexsmith.Pack("lexicons")
//	…
//	checked := lexsmith.Validate(s, lexsmith.Options{}, beam.Create(s, archive), lexsmith.Files(s, "data/*.ndjson"))
//	lexsmith.Write(s, "findings.ndjson", 1, checked.Findings)
//
// Verdicts and findings are those of "lexsmith validate".
package lexsmith
