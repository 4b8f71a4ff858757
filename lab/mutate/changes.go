package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"strconv"
)

// change replaces the text from begin to end.
type change struct {
	begin, end token.Pos
	text       string
}

// swaps lists the operators that replace an operator.
var swaps = map[token.Token][]string{
	token.EQL: {"!="}, token.NEQ: {"=="},
	token.LSS: {"<=", ">="}, token.LEQ: {"<", ">"},
	token.GTR: {">=", "<="}, token.GEQ: {">", "<"},
	token.ADD: {"-"}, token.SUB: {"+"}, token.MUL: {"+"}, token.QUO: {"*"},
	token.AND: {"|"}, token.OR: {"&"}, token.SHL: {">>"}, token.SHR: {"<<"},
	token.LAND: {"||"}, token.LOR: {"&&"},
	token.ADD_ASSIGN: {"-="}, token.SUB_ASSIGN: {"+="}, token.AND_ASSIGN: {"|="}, token.OR_ASSIGN: {"&="},
	token.INC: {"--"}, token.DEC: {"++"},
}

// symmetric finds functions whose value does not depend on the order of their arguments,
// such as min and [big.Int.Add].
var symmetric = regexp.MustCompile(`^(min|max|.*\.(Add|Mul))$`)

// changes returns the changes of a node. The stack has the nodes around it, outermost
// first. Not all of them compile.
func changes(node ast.Node, stack []ast.Node, textOf func(ast.Node) string) (all []change) {
	operator := func(at token.Pos, tok token.Token) {
		for _, other := range swaps[tok] {
			all = append(all, change{at, at + token.Pos(len(tok.String())), other})
		}
	}
	switch n := node.(type) {
	case *ast.BinaryExpr:
		operator(n.OpPos, n.Op)
	case *ast.IncDecStmt:
		operator(n.TokPos, n.Tok)
		all = append(all, change{n.Pos(), n.End(), ""})
	case *ast.AssignStmt:
		operator(n.TokPos, n.Tok)
		if n.Tok != token.DEFINE && textOf(n.Lhs[0]) != "_" {
			all = append(all, change{n.Pos(), n.End(), ""})
		}
	case *ast.ExprStmt:
		all = append(all, change{n.Pos(), n.End(), ""})
	case *ast.BranchStmt:
		if n.Tok == token.CONTINUE || n.Tok == token.BREAK {
			all = append(all, change{n.Pos(), n.End(), ""})
		}
	case *ast.IfStmt:
		all = append(all, negations(n.Cond, textOf)...)
	case *ast.ForStmt:
		all = append(all, negations(n.Cond, textOf)...)
	case *ast.ReturnStmt:
		all = append(all, zeros(n, stack, textOf)...)
	case *ast.BasicLit:
		if value, err := strconv.ParseInt(n.Value, 0, 64); err == nil && n.Kind == token.INT {
			less := fmt.Sprint(value - 1)
			if value == 0 {
				less = "(-1)" // x--1 is no expression
			}
			all = append(all, change{n.Pos(), n.End(), fmt.Sprint(value + 1)}, change{n.Pos(), n.End(), less})
		}
	case *ast.Ident:
		if other := map[string]string{"true": "false", "false": "true"}[n.Name]; other != "" {
			all = append(all, change{n.Pos(), n.End(), other})
		}
	case *ast.CallExpr:
		if symmetric.MatchString(textOf(n.Fun)) {
			return nil
		}
		for i := 1; i < len(n.Args); i++ {
			a, b := n.Args[i-1], n.Args[i]
			if textOf(a) != textOf(b) {
				all = append(all, change{a.Pos(), b.End(), textOf(b) + ", " + textOf(a)})
			}
		}
	}
	return all
}

// negations returns the negation of a condition. A comparison has swapped operators instead.
func negations(condition ast.Expr, textOf func(ast.Node) string) []change {
	switch c := condition.(type) {
	case nil:
		return nil
	case *ast.UnaryExpr:
		if c.Op == token.NOT {
			return []change{{c.Pos(), c.End(), textOf(c.X)}}
		}
	case *ast.BinaryExpr:
		if c.Op != token.LAND && c.Op != token.LOR {
			return nil
		}
	}
	return []change{{condition.Pos(), condition.End(), "!(" + textOf(condition) + ")"}}
}

// zeros returns the changes that replace a result by the zero value of its type.
func zeros(n *ast.ReturnStmt, stack []ast.Node, textOf func(ast.Node) string) (all []change) {
	results := resultsOf(stack, textOf)
	if len(results) != len(n.Results) {
		return nil
	}
	for i, result := range n.Results {
		switch textOf(result) {
		case "nil", "0", "false", `""`, results[i] + "{}": // is the zero value
			continue
		}
		all = append(all, change{result.Pos(), result.End(), "*new(" + results[i] + ")"})
	}
	return all
}

// resultsOf returns the types of the results of the innermost function.
func resultsOf(stack []ast.Node, textOf func(ast.Node) string) (types []string) {
	var function *ast.FuncType
	for _, n := range stack {
		switch n := n.(type) {
		case *ast.FuncDecl:
			function = n.Type
		case *ast.FuncLit:
			function = n.Type
		}
	}
	if function == nil || function.Results == nil {
		return nil
	}
	for _, field := range function.Results.List {
		for range max(len(field.Names), 1) {
			types = append(types, textOf(field.Type))
		}
	}
	return types
}
