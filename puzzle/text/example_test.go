package text_test

import (
	"fmt"
	"strings"

	"crosscut/puzzle"
	"crosscut/puzzle/text"
)

func ExampleParse() {
	p, err := text.Parse(`
# A path of nine numbers.
puzzle: hidoku
1,_,_
_,_,4
_,9,_
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(p.Family(), p.Board().Len())
	fmt.Print(p)
	// Output:
	// hidoku 9
	// puzzle: hidoku
	// moves: king
	//  1,__,__
	// __,__, 4
	// __, 9,__
}

func ExampleParse_mistake() {
	_, err := text.Parse("puzzle: hidoku\n1,_,3\n3,_,_\n")
	fmt.Println(err)
	// Output:
	// puzzle:3:1: 3 stands twice, on r1c3 and r2c1
}

func ExampleRead() {
	content := "solutions: 8\nsource: the Lo Shu and its images\n_,_,_\n_,_,_\n_,_,_\n"
	f, err := text.Read(strings.NewReader(content), "loshu.txt", puzzle.FamilyMagic)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.Name, f.Solutions, f.Source)
	fmt.Println(f.Puzzle.(*puzzle.Magic).Sum())
	// Output:
	// loshu.txt 8 the Lo Shu and its images
	// 15
}

func ExampleReadSolutions() {
	p, err := text.Parse("moves: rook\n1,_\n_,_\n")
	if err != nil {
		fmt.Println(err)
		return
	}
	solutions, err := text.ReadSolutions(strings.NewReader("1,2\n4,3\n\n1,3\n4,2\n"), "answers.txt", p)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range solutions {
		fmt.Println(s, p.Check(s))
	}
	// Output:
	// [1 2 4 3] <nil>
	// [1 3 4 2] rule "touch": 1 on r1c1 and 2 on r2c2 do not touch
}
