//go:build race

package validate

// underRace says that the race detector runs: pools then lose things by
// design, and memory is many times as slow.
const underRace = true
