# An image that analyses the module mounted at /src:
#
#     docker build -t rllint .
#     docker run --rm -v "$PWD:/src" rllint
#
# It holds the go command, which rllint asks for the packages, and git, which tells where the
# repository begins. Mount the caches too to save downloads: -v rllint-go:/go -v rllint-cache:/root/.cache
FROM golang:1.26-alpine AS build
WORKDIR /rllint
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 GOWORK=off go build -trimpath -o /rllint-program ./cmd/rllint

FROM golang:1.26-alpine
RUN apk add --no-cache git && git config --system --add safe.directory '*'
# The base image forbids the go command to get the Go that a module asks for.
ENV CGO_ENABLED=0 GOTOOLCHAIN=auto
COPY --from=build /rllint-program /usr/local/bin/rllint
WORKDIR /src
ENTRYPOINT ["rllint"]
