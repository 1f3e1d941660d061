# Shortcuts for the scripts in .ci and the commands in CONTRIBUTING.md.

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "%-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: build
build: ## build ./lexsmith
	go build .

.PHONY: test
test: ## run the tests
	go test ./...

.PHONY: race
race: ## run the tests of concurrent packages with the race detector
	.ci/race

.PHONY: lint
lint: ## check formatting, modules and source
	.ci/lint

.PHONY: update
update: images ## update the outputs in scripts, golden files and documents
	go test ./internal/describe ./internal/report ./pkg/convert -run 'Golden|GapsInGuide' -update
	go test ./cmd -run '^(TestDocs|TestRulesDocument|TestScripts)$$' -update

.PHONY: images
images: ## update the pictures in docs/images
	go run ./internal/testkit/images

.PHONY: pictures
pictures: ## take the pictures of the extension for VS Code
	.ci/vscode pictures

.PHONY: site
site: ## build the site into build/site
	cd site && go run .

.PHONY: fuzz
fuzz: ## search for faults: make fuzz [PACKAGES=./pkg/syntax] [FUZZ_RUNS=100000]
	.ci/fuzz $(PACKAGES)

.PHONY: bench
bench: ## compare the speed with other programs: make bench LEXICONS=FOLDER
	cd bench && go run . start
	cd bench && go run . lint $(abspath $(LEXICONS))
	cd bench && go run . validate $(abspath $(LEXICONS))
	cd bench && go run . diff $(abspath $(LEXICONS))
	cd bench && go run . many

.PHONY: release
release: ## build a release into dist without publishing it
	.ci/run release npm wheels image

.PHONY: ci
ci: ## run everything that CI runs
	.ci/run
