package zdd

import "crosscut/internal/search"

var table = search.NewTable("dlx/zdd")

var listing = table.Add(search.Row{
	Name: "listing", File: "sweep.go",
	Does:    "makes the diagram of all covers from a list of them",
	Applies: "to all problems, if a search of listNodes nodes finds at most mostListed covers",
	Gains:   "settles five queens that dominate a board, which have too many states",
})

const (
	mostListed = 1 << 16
	listNodes  = 1 << 20
)
