// Package datamodel reads values of the AT Protocol data model. Its readers of
// JSON and DAG-CBOR fill the same Tape, which is used for one value after
// another without allocating.
//
//	var tape datamodel.Tape
//	if tape.ReadJSON(text) && tape.Conforms() {
//		fmt.Println(tape.TypeOf(0))
//	}
//
// A text that is malformed as JSON or DAG-CBOR is refused. One that is well
// formed but breaks a rule of the data model, such as a fraction, is read to its
// end and has Violations.
package datamodel
