# crosscut in a container that holds nothing else. In the folder of an unpacked archive for Linux:
#
#	docker build -t crosscut .
#	docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/work" crosscut solve puzzle.txt
#	docker run --rm -p 8080:8080 crosscut serve --listen 0.0.0.0:8080 --public
#
# Without --user, the program may not write into the mounted folder. In the source, .ci/release makes the archive.
FROM scratch
LABEL org.opencontainers.image.title="crosscut" \
      org.opencontainers.image.description="Solves, counts, makes and explains Hidokus, magic boards and draughtboards" \
      org.opencontainers.image.licenses="MIT"
COPY crosscut LICENSE LICENSES /
WORKDIR /work
USER 65534:65534
ENTRYPOINT ["/crosscut"]
