# crosscut in a container that holds nothing else:
#
#	docker build -t crosscut .
#	docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/work" crosscut solve puzzle.txt
#	docker run --rm -p 8080:8080 crosscut serve --listen 0.0.0.0:8080 --public
#
# Without --user, the program may not write into the mounted folder. Only serve has an answer for the health check:
# for other commands that take long, add --no-healthcheck.
#
# The folder .git goes into the first stage, so "crosscut version" names the commit.
FROM golang:1.26.8 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN git config --global --add safe.directory /src
RUN go generate ./web
RUN CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o / ./cmd/crosscut ./scripts/health
RUN go run ./scripts/release licences linux/$(go env GOARCH) >/LICENSES

FROM scratch
LABEL org.opencontainers.image.title="crosscut" \
      org.opencontainers.image.description="Solves, counts, makes and explains Hidokus, magic boards and draughtboards" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /crosscut /health /LICENSES /
COPY LICENSE /LICENSE
WORKDIR /work
USER 65534:65534
HEALTHCHECK CMD ["/health", "http://localhost:8080/"]
ENTRYPOINT ["/crosscut"]
