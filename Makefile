# Entry points. What they do stands in tools/, so that each step can be run and read alone.
.PHONY: help demo check lint format docs setup build

help:
	@echo "make demo    the main job on a throwaway PostgreSQL, as tables and as a page, build/report.html"
	@echo "make check   every test, and every test again under ASan and UBSan"
	@echo "make lint    clang 19 build, formatting, clang-tidy, header and layer checks, the reference, TSan"
	@echo "make format  format every source file"
	@echo "make docs    the reference of the public headers, build/docs/html/index.html"
	@echo "make build   build/release/bin/pgpipe"

demo:
	@tools/setup demo
	@tools/build release pgpipe
	@tools/demo

check:
	@tools/setup
	@tools/check

lint:
	@tools/setup
	@tools/lint

format:
	@tools/setup
	@tools/format

docs:
	@tools/setup
	@tools/docs
	@echo "build/docs/html/index.html"

build:
	@tools/setup demo
	@tools/build release pgpipe

setup:
	@tools/setup
