# make help lists the targets.

GO ?= go
# The tests are for every machine; the parts that need minutes are targets of their own.
# Of the release whose library is used, and apart from the module, which then need not require what the program does.
STATICCHECK = $(GO) run honnef.co/go/tools/cmd/staticcheck@$(shell $(GO) list -m -f "{{.Version}}" honnef.co/go/tools)

.PHONY: help
help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "%-13s %s\n", $$1, $$2}'

# The modules that ship, and what staticcheck looks for in them: all but what is a matter of taste, and that packages and
# what they export are documented, and receivers have one name.
MODULES = . runtime runtime/priority runtime/tracing runtime/shared
CHECKS = inherit,ST1000,ST1016,ST1020,ST1021,ST1022

# What judges, and what is made of it. A change in it alters nothing of how packages are loaded, results stored and flags read, so their
# tests are left to make test, as is what writes the page of a whole program.
QUICK = ./internal/engine/... ./internal/changing/... ./internal/showing/... ./internal/settings/...

# Without tables for debuggers (-w) linking the tests takes half the time.
.PHONY: quick
quick: ## run the short tests of the engine and of what is made of its answers, and judge testdata: after each change in the engine
	$(GO) test -short -vet=off -ldflags=-w -skip '^TestAdopt$$' $(QUICK)
	$(GO) test -short -vet=off -ldflags=-w -run TestFixes ./analyzer

.PHONY: mutants
mutants: ## make mistakes in the engine and see which of them the short tests notice: make mutants [SINCE=main~20] [IN=dirs] [N=50] (minutes)
	$(GO) run ./internal/development/mutate -since '$(SINCE)' -n $(or $(N),50) $(MUTATEFLAGS) -tests "-short . ; -short ./internal/engine/... ; -run TestPatterns ./analyzer" $(or $(IN),internal/engine)

# make check vets.
.PHONY: test
test: ## run the tests of all modules but integration, with the oldest and newest controller-runtime (minutes; the first time more, while Kubernetes is compiled)
	$(GO) test -timeout 30m -vet=off ./...
	$(MAKE) -C runtime test

.PHONY: example
example: build ## run rllint on the example provider, which has mistakes
	cd testdata/src/provider && GOWORK=off ../../../bin/rllint ./... || [ $$? -eq 1 ]

.PHONY: report
report: build ## write the page that shows what limits the example provider, and say where it is
	cd testdata/src/provider && GOWORK=off ../../../bin/rllint report -o $(CURDIR)/bin/report.html ./...

.PHONY: build
build: ## build bin/rllint
	$(GO) build -o bin/rllint ./cmd/rllint

.PHONY: check
check: ## formatting, length of lines, go.mod, go vet and staticcheck
	@unformatted=$$(git ls-files '*.go' | grep -v /testdata/ | xargs gofmt -l); \
	if [ -n "$$unformatted" ]; then echo "not formatted: $$unformatted"; exit 1; fi
	@git ls-files '*.go' | grep -v -e /testdata/ -e '^testdata/' -e _test.go | \
	xargs awk 'length > 140 { print FILENAME ":" FNR ": longer than 140 columns"; bad = 1 } END { exit bad }'
	@for m in $(MODULES); do (cd $$m && GOWORK=off $(GO) mod tidy -diff) || { echo "go mod tidy in $$m"; exit 1; }; done
	$(GO) vet ./...
	$(STATICCHECK) -checks $(CHECKS) ./...
	for m in $(MODULES); do [ $$m = . ] || (cd $$m && GOWORK=off $(STATICCHECK) -checks $(CHECKS) ./...) || exit 1; done

.PHONY: systems
systems: ## go vet for the other systems that releases are for, which compiles everything for each
	GOOS=windows $(GO) vet ./...
	GOOS=darwin $(GO) vet ./...

.PHONY: versions
versions: ## run the runtime's tests with the versions of controller-runtime between these, and Kubernetes' own (minutes)
	$(MAKE) -C runtime versions

.PHONY: generate
generate: ## make docs/rules from the rules' own documentation
	$(GO) generate ./...

# The packages that start goroutines, those whose tests hand analyzers to such, and what the command does with them: it
# judges all programs of testdata at the same time in internal/engine. Elsewhere one goroutine does it all, many times slower.
RACING = ./internal/driving/driver ./internal/driving/load ./internal/driving/store ./internal/engine ./internal/showing/report
RACING_SCRIPTS = cache|fix|interrupt|interruptfix|inventory|workspace

.PHONY: race
race: ## run the tests in which goroutines meet under the race detector
	$(GO) test -timeout 30m -race -vet=off -short $(RACING)
	$(GO) test -timeout 30m -race -vet=off -short ./cmd/rllint \
		-run 'TestScripts/^($(RACING_SCRIPTS))$$|Progress|Interrupt|Signal|Sharers|MainsShareWork|InventoryDefaults'
	$(GO) test -timeout 30m -race -vet=off ./internal/changing/adopt -run 'TestAdopt/^dropin$$'
	$(MAKE) -C runtime race

.PHONY: release-check
release-check: ## check the configuration of releases, which needs goreleaser
	goreleaser check

.PHONY: tags
tags: ## make the tags of a release: make tags VERSION=v0.1.0
	./.ci/tags '$(VERSION)'

FUZZTIME ?= 60s
.PHONY: fuzz
fuzz: ## run each fuzz target for FUZZTIME (60s)
	./.ci/fuzz $(FUZZTIME)

.PHONY: e2e
e2e: build ## run the integrations with the real programs: golangci-lint, pre-commit, Go versions (minutes)
	./.ci/e2e

.PHONY: bench
bench: ## time rllint and others on DIR in all states of caches: make bench DIR=... [PACKAGES=./...] [EDIT=file.go] (minutes)
	@if [ -z "$(DIR)" ]; then echo 'usage: make $@ DIR=/path/to/a/module [PACKAGES="./cmd/... ./pkg/..."]'; exit 2; fi
	$(GO) run ./internal/development/bench $(BENCHFLAGS) $(if $(EDIT),-edit '$(EDIT)') -dir '$(DIR)' $(or $(PACKAGES),./...)

# What rllint takes there is 1.65 to 2 times what loading takes; the rest is for machines that differ.
.PHONY: speed
speed: ## fail if rllint takes much more CPU time than loading its test packages does
	$(GO) run ./internal/development/bench -runs 3 -most 2.5 -dir testdata/src ./...

.PHONY: answers
answers: ## compare what rllint says of public programs with docs/survey/answers.tsv: make answers CHECKOUTS=... [ONLY=name@commit,...] (minutes)
	@if [ -z "$(CHECKOUTS)" ]; then echo 'usage: make $@ CHECKOUTS=/path/to/checkouts [ONLY=kueue,flagger@15bd] [ANSWERSFLAGS=-update]'; exit 2; fi
	$(GO) build -o build/rllint ./cmd/rllint
	$(GO) run ./internal/development/answers -rllint '$(CURDIR)/build/rllint' -checkouts '$(CHECKOUTS)' -only '$(ONLY)' $(ANSWERSFLAGS)

.PHONY: without
without: ## do without each module that DIR requires, and compare the inventories: make without DIR=... [PACKAGES=./...] (minutes)
	@if [ -z "$(DIR)" ]; then echo 'usage: make $@ DIR=/path/to/a/module [PACKAGES="./cmd/... ./pkg/..."]'; exit 2; fi
	./.ci/without '$(DIR)' $(or $(PACKAGES),./...)
