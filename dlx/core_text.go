package dlx

// MarshalText returns the name of the core. It fails for a value that is no core.
func (c Core) MarshalText() ([]byte, error) {
	if _, err := CoreNamed(c.String()); err != nil {
		return nil, err
	}
	return []byte(c.String()), nil
}

// UnmarshalText reads the name of a core as [CoreNamed] does.
func (c *Core) UnmarshalText(text []byte) (err error) {
	*c, err = CoreNamed(string(text))
	return err
}
