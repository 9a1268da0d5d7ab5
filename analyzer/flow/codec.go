package flow

// Encode returns the stored form of a package and its imports.
func Encode(p *Package) ([]byte, error) { panic("todo") }

// Decode reads it.
func Decode(b []byte) (*Package, error) { panic("todo") }
