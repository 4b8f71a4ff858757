package exchange

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"crosscut/internal/base"
)

// xmlNode is an element of a small xml file, and where it begins.
type xmlNode struct {
	*Source
	name      string
	attrs     map[string]string
	children  []*xmlNode
	text      string
	raw       []byte // text while the element is open
	loose     bool   // what is in it is not looked at
	line, col int
}

// fail ends the reading with an error about an element.
func (n *xmlNode) fail(format string, args ...any) { n.Source.fail(n.line, n.col, format, args...) }

func (n *xmlNode) failIf(wrong bool, format string, args ...any) {
	n.Source.failIf(wrong, n.line, n.col, format, args...)
}

func (n *xmlNode) check(err error) { n.failIf(err != nil, "%v", err) }

// number returns an attribute that is a number in a range.
func (n *xmlNode) number(name string, least, most int) int {
	value, err := strconv.Atoi(n.attrs[name])
	if err != nil || value < least || value > most {
		what := strconv.Itoa(least)
		if least < most {
			what = fmt.Sprintf("a number from %d to %d", least, most)
		}
		n.fail("%s=%q of <%s>; only "+what+" is read", name, n.attrs[name], n.name)
	}
	return value
}

// child returns the first child of a name, or an empty element.
func (n *xmlNode) child(name string) *xmlNode {
	for _, child := range n.children {
		if child.name == name {
			return child
		}
	}
	return &xmlNode{Source: n.Source, name: name, line: n.line, col: n.col}
}

// maxElements bounds an xml file. Those of the largest puzzles have far fewer.
const maxElements = 50_000

// charsets are the encodings that the declaration of an xml file may name: a text was decoded before it was looked at.
var charsets = []string{"iso-8859-1", "latin1", "windows-1252", "cp1252", "us-ascii", "ascii", "utf-16", "utf-16le", "utf-16be"}

// xmlTree reads an xml file that has the given parts: see [burrParts]. It returns which of those that say nothing
// occurred. Entities other than those of xml itself are errors.
func (s *Source) xmlTree(data []byte, parts map[string]string) (root *xmlNode, skipped []string) {
	d := xml.NewDecoder(bytes.NewReader(data))
	open := []*xmlNode{{Source: s}}
	line, col := 1, 1
	d.CharsetReader = func(charset string, in io.Reader) (io.Reader, error) {
		s.failIf(!slices.Contains(charsets, strings.ToLower(charset)), line, col, "its encoding is %s; save it in UTF-8", base.Shortened(charset))
		return in, nil
	}
	for count := 0; ; {
		line, col = d.InputPos()
		token, err := d.Token()
		if errors.Is(err, io.EOF) && len(open) == 1 && len(open[0].children) > 0 {
			return open[0].children[0], skipped
		}
		above := open[len(open)-1]
		switch token := token.(type) {
		case xml.StartElement:
			node := &xmlNode{Source: s, name: token.Name.Local, attrs: map[string]string{}, line: line, col: col}
			count++
			node.failIf(count > maxElements, "more than %d elements", maxElements)
			attrs := above.partOf(node, parts)
			node.loose = attrs == "*"
			for _, attr := range token.Attr {
				node.attrs[attr.Name.Local] = attr.Value
				node.failIf(attrs != "*" && attrs != "-" && !slices.Contains(strings.Fields(attrs), attr.Name.Local), "the attribute %q of <%s> is unknown", attr.Name.Local, node.name)
			}
			if attrs == "-" {
				if count--; !slices.Contains(skipped, node.name) {
					skipped = append(skipped, node.name)
				}
				err = d.Skip()
				break
			}
			above.children = append(above.children, node)
			open = append(open, node)
		case xml.EndElement:
			above.text, above.raw = string(above.raw), nil
			open = open[:len(open)-1]
		case xml.CharData:
			above.raw = append(above.raw, token...)
		}
		s.failIf(err != nil, line, col, "this is not an xml file; it ends too early, or something in it is not closed")
	}
}

// partOf returns the attributes that an element may have in this one. It fails if there is no such part.
func (n *xmlNode) partOf(part *xmlNode, parts map[string]string) string {
	if n.loose {
		return "*"
	}
	attrs, known := parts[strings.TrimPrefix(n.name+"/"+part.name, "/")]
	part.failIf(n.name == "" && len(n.children) > 0, "a second element <%s> beside the first", part.name)
	part.failIf(!known && n.name == "", "<%s> is not <puzzle>", part.name)
	part.failIf(!known, "the element <%s> in <%s> is unknown", part.name, n.name)
	return attrs
}
