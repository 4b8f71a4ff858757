package human

// MarshalText returns the name of the level. It fails for a value that is no level.
func (l Level) MarshalText() ([]byte, error) {
	if _, err := LevelNamed(l.String()); err != nil {
		return nil, err
	}
	return []byte(l.String()), nil
}

// UnmarshalText reads the name of a level as [LevelNamed] does.
func (l *Level) UnmarshalText(text []byte) (err error) {
	*l, err = LevelNamed(string(text))
	return err
}
