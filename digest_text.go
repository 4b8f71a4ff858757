package crosscut

// MarshalText returns the digest as [Digest.String] does, for JSON and the like. The error is
// always nil.
func (d Digest) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads a digest as [ParseDigest] does.
func (d *Digest) UnmarshalText(text []byte) (err error) {
	*d, err = ParseDigest(string(text))
	return err
}
