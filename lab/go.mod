module crosscut/lab

go 1.26.0

require (
	crosscut v0.0.0
	github.com/stretchr/testify v1.12.1
)

require (
	github.com/crillab/gophersat v1.4.0 // indirect
	github.com/go-air/gini v1.0.4 // indirect
	go.yaml.in/yaml/v3 v3.0.5 // indirect
	golang.org/x/crypto v0.58.0 // indirect
	golang.org/x/sys v0.49.0 // indirect
)

replace crosscut => ../
