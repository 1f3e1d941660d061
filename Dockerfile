# The image of a release, with the program that goreleaser has built for the platform:
# see dockers_v2 in .goreleaser.yaml. It has certificates, but no shell and no git.
FROM gcr.io/distroless/static-debian13:nonroot@sha256:e2e927ec666bae08560abb3c55d0659eceabb657f56b6782ab500a9fc7f555e3
ARG TARGETPLATFORM
COPY $TARGETPLATFORM/lexsmith /usr/bin/lexsmith
USER 65532:65532
WORKDIR /work
ENTRYPOINT ["/usr/bin/lexsmith"]
