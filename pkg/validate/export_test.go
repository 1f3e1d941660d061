package validate

// FullJSON and FullCBOR check a value without the quick pass that Check makes
// first, so that tests can compare the two.
func (v *Validator) FullJSON(text []byte) Result { return v.full(&Input{Text: text}) }

func (v *Validator) FullCBOR(data []byte) Result { return v.full(&Input{Text: data, Encoding: CBOR}) }
