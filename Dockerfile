# crosscut in a container that holds nothing else:
#
#	docker build -t crosscut .
#	docker run --rm -v "$PWD:/work" crosscut solve puzzle.txt
#
# The folder .git goes into the first stage, so "crosscut version" names the commit.
FROM golang:1.26.8 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN git config --global --add safe.directory /src \
 && go generate ./web \
 && CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o /crosscut ./cmd/crosscut

FROM scratch
COPY --from=build /crosscut /crosscut
WORKDIR /work
ENTRYPOINT ["/crosscut"]
