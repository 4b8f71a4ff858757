package exchange

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"

	"crosscut/internal/base"
)

// xmlNode is an element of a small xml file, and where it begins.
type xmlNode struct {
	name      string
	attrs     map[string]string
	children  []*xmlNode
	text      string
	raw       []byte // text while the element is open
	line, col int
}

// Bounds on an xml file. Those of the largest puzzles are far smaller.
const (
	maxElements = 50_000
	maxDepth    = 20
)

// xmlTree reads an xml file, without the elements of the given names. It returns which of
// these occurred. Entities other than those of xml itself are errors.
func (s *Source) xmlTree(data []byte, skip ...string) (root *xmlNode, skipped []string, err error) {
	d := xml.NewDecoder(bytes.NewReader(data))
	d.CharsetReader = s.decoded
	var open []*xmlNode
	count := 0
	for {
		line, col := d.InputPos()
		token, err := d.Token()
		if errors.Is(err, io.EOF) && root != nil && len(open) == 0 {
			return root, skipped, nil
		}
		if err != nil {
			return nil, nil, s.notXML(line, col, err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if slices.Contains(skip, token.Name.Local) {
				if !slices.Contains(skipped, token.Name.Local) {
					skipped = append(skipped, token.Name.Local)
				}
				if err := d.Skip(); err != nil {
					return nil, nil, s.notXML(line, col, err)
				}
				continue
			}
			if count++; count > maxElements || len(open) >= maxDepth {
				return nil, nil, s.fail(line, col, "more than %d elements, or more than %d within each other", maxElements, maxDepth)
			}
			node := &xmlNode{name: token.Name.Local, attrs: map[string]string{}, line: line, col: col}
			for _, attr := range token.Attr {
				node.attrs[attr.Name.Local] = attr.Value
			}
			if len(open) > 0 {
				above := open[len(open)-1]
				above.children = append(above.children, node)
			} else if root == nil {
				root = node
			} else {
				return nil, nil, s.fail(line, col, "a second element <%s> beside the first", node.name)
			}
			open = append(open, node)
		case xml.EndElement:
			closed := open[len(open)-1]
			closed.text, closed.raw = string(closed.raw), nil
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				at := open[len(open)-1]
				at.raw = append(at.raw, token...)
			}
		}
	}
}

// encodingError is the error for an xml file in an unknown encoding.
type encodingError string

func (e encodingError) Error() string { return "its encoding is " + string(e) + "; save it in UTF-8" }

func (s *Source) notXML(line, col int, err error) error {
	if unknown := encodingError(""); errors.As(err, &unknown) {
		return s.fail(line, col, "%v", unknown)
	}
	return s.fail(line, col, "this is not an xml file; it ends too early, or something in it is not closed")
}

// decoded returns a text that was decoded before it was looked at. The declaration of an xml file may name any
// encoding that a text in Windows-1252 or UTF-16 can have.
func (s *Source) decoded(charset string, in io.Reader) (io.Reader, error) {
	known := []string{"iso-8859-1", "latin1", "windows-1252", "cp1252", "us-ascii", "ascii", "utf-16", "utf-16le", "utf-16be"}
	if !slices.Contains(known, strings.ToLower(charset)) {
		return nil, encodingError(base.Shortened(charset))
	}
	return in, nil
}

// only returns an error when an element has an attribute or a child of another name.
func (s *Source) only(n *xmlNode, attrs, children string) error {
	var names []string
	for name := range n.attrs {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if !slices.Contains(strings.Fields(attrs), name) {
			return s.fail(n.line, n.col, "the attribute %q of <%s> is unknown", name, n.name)
		}
	}
	for _, child := range n.children {
		if !slices.Contains(strings.Fields(children), child.name) {
			return s.fail(child.line, child.col, "the element <%s> in <%s> is unknown", child.name, n.name)
		}
	}
	return nil
}

// child returns the first child of a name, or an empty element.
func (n *xmlNode) child(name string) *xmlNode {
	for _, child := range n.children {
		if child.name == name {
			return child
		}
	}
	return &xmlNode{name: name, line: n.line, col: n.col}
}
