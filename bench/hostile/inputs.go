package main

// input is something that costs too much if it is handled carelessly.
type input struct {
	name     string
	n        int // the smaller of its two sizes, in whatever make counts
	make     func(dir string, n int) error
	large    bool // it takes GBs of disk, or minutes
	commands []command
}

// inputs returns all inputs and the commands to run on each.
func inputs() []input {
	const ref = " --ref com.example.defs"
	return []input{
		{name: "accept", n: 50_000, make: accept, commands: []command{{args: "validate -L lex data.json" + ref, status: 1}}},
		{name: "yaml", n: 25_000, make: yaml, commands: []command{{args: "lint", status: 2}}},
		{name: "ignore", n: 4_500, make: ignore, commands: []command{{args: "lint"}}},
		{name: "chain", n: 20_000, make: chain, commands: []command{
			{args: "lint lex"}, {args: "validate -L lex data.json" + ref + "#d0"}, {args: "export jsonschema lex"}, {args: "diff lex lex"},
		}},
		{name: "required", n: 25_000, make: required, commands: []command{
			{args: "lint lex"}, {args: "validate -L lex data.json" + ref}, {args: "export jsonschema lex"},
		}},
		{name: "near", n: 10_000, make: near, commands: []command{{args: "validate -L lex data.json" + ref, status: 1}}},
		{name: "refchange", n: 1_500, make: refChange, commands: []command{{args: "diff old new"}}},
		{name: "renames", n: 500, make: renames, commands: []command{{args: "diff old new"}, {args: "diff old new --format json"}}},
		{name: "affects", n: 1_000, make: affects, commands: []command{{args: "diff old new --format json", status: 1}, {args: "diff old new --format sarif", status: 1}}},
		{name: "samesize", n: 10_000, make: sameSize, commands: []command{{args: "diff --against HEAD lexicons"}}},
		{name: "longid", n: 500, make: longID, commands: []command{{args: "lint lex"}, {args: "export jsonschema --layout files -o out lex"}}},
		{name: "lexicons", n: 25_000, make: lexicons, commands: []command{
			{args: "lint lex"}, {args: "export jsonschema --layout files -o out lex"}, {args: "diff lex lex"}, {args: "fmt --check lex", status: 1},
		}},
		{name: "objects", n: 30_000, make: objects, commands: schemaCommands()},
		{name: "tokens", n: 130_000, make: tokens, commands: schemaCommands()},
		{name: "values", n: 500_000, make: values, commands: schemaCommands()},
		{name: "wrong", n: 50_000, make: wrong, commands: []command{
			{args: "lint lex", status: 1}, {args: "lint lex --format json", status: 1}, {args: "lint lex --format sarif", status: 1}, {args: "lint lex --format github", status: 1},
			{args: "lint lex --format gitlab", status: 1}, {args: "diff lex lex"}, {args: "fmt --check lex", status: 1},
		}},
		{name: "cbor", n: 500_000, make: cborValues, commands: []command{{args: "validate -L lex data.cbor" + ref}}},
		{name: "items", n: 1_100_000, make: cborValues, commands: []command{{args: "validate -L lex data.cbor" + ref, status: 1, memory: valueMemory}}},
		{name: "findings", n: 100_000, make: findings, commands: []command{
			{args: "validate -L lex data.ndjson" + ref, status: 1}, {args: "validate -L lex data.ndjson --max-findings 0 --format json" + ref, status: 1},
		}},
		{name: "zeros", n: 1, make: stringSchema, commands: []command{
			{args: "validate -L lex -" + ref, stdin: "/dev/zero", status: 1, work: largestValue, memory: valueMemory},
			{args: "lint -", stdin: "/dev/zero", status: 2, work: largestSchema},
			{args: "fmt -", stdin: "/dev/zero", status: 2, work: largestSchema},
		}},
		{name: "ndjson", n: 500_000_000, make: longFile, large: true, commands: []command{{args: "validate -L lex data.ndjson" + ref, memory: streamMemory}}},
		{name: "jetstream", n: 500_000_000, make: jetstream, large: true, commands: []command{
			{args: "validate -L lex data.ndjson --at /commit/record", memory: streamMemory},
		}},
		{name: "line", n: 500_000_000, make: longLine, large: true, commands: []command{{args: "validate -L lex data.ndjson" + ref, status: 1, memory: valueMemory}}},
		{name: "gzip", n: 1_500_000_000, make: gzipBomb, large: true, commands: []command{
			{args: "validate -L lex data.ndjson.gz" + ref, status: 1, memory: valueMemory, work: 3_000_000_000},
			{args: "validate -L lex data.json.gz" + ref, status: 1, memory: valueMemory, work: largestValue},
			{args: "validate -L lex data.cbor.gz" + ref, status: 1, memory: valueMemory, work: largestValue},
			{args: "validate -L lex data.car.gz" + ref, status: 1, memory: valueMemory, work: largestValue},
		}},
		{name: "car", n: fewBlocks, make: carBlocks, large: true, commands: []command{{args: "validate -L lex data.car", memory: blocksMemory}}},
		{name: "largest", n: 3, make: largeLists, large: true, commands: []command{
			{args: "validate -L lex good.ndjson" + ref, memory: valueMemory}, {args: "validate -L lex bad.ndjson" + ref, status: 1, memory: valueMemory},
		}},
	}
}

// The limits of lexsmith in bytes: the memory for a file of many values, for the largest ones, and
// for a repository.
const (
	largestSchema = 16 << 20
	largestValue  = 32 << 20
	streamMemory  = 64 << 20
	valueMemory   = streamMemory + 4*largestValue
	fewBlocks     = 1_500_000
	blocksMemory  = streamMemory + 24*2*fewBlocks
)

// schemaCommands are those for a schema that is large in some respect, lex, and a
// copy with a change, new.
func schemaCommands() []command {
	return []command{
		{args: "lint lex", perByte: 12},
		{args: "validate -L lex data.json --ref com.example.small", perByte: 25},
		{args: "diff lex new", perByte: 25},
		{args: "fmt --check lex", status: 1},
		{args: "export jsonschema lex", perByte: 28},
	}
}
