// Hello is the least that a Go program can do: what the start of lexsmith is
// measured against.
package main

import "fmt"

func main() { fmt.Println("hello") }
