#!/usr/bin/env node
import * as module from "node:module"
import { leanHeap } from "./apps/cli/lean-heap.ts"

/** The oldest Node that runs this: package.json's `engines`, which npx does not enforce. */
const oldestNode = 24

/** Commands whose pages are read by other processes. */
const readerCommands = ["serve", "crawl", "batch"]

if (Number(process.versions.node.split(".")[0]) < oldestNode) {
  process.stderr.write(`gleaner: this is Node ${process.versions.node}; Gleaner needs Node ${oldestNode} or newer.\n`)
  process.exitCode = 2
} else {
  // Name lookups get half of the threads, the rest unpacks sitemaps and reads files. The default is four, so that two
  // slow names would block all sites. It has to be set before the first use.
  // @effect-diagnostics-next-line processEnv:off
  process.env["UV_THREADPOOL_SIZE"] ??= "32"
  // Compiled code is kept between runs (in the system's temporary folder), which halves the start of a command.
  module.enableCompileCache()
  // Loaded only now: an older Node could not even parse what follows.
  await import("./apps/cli/command.ts")
  // Other commands, and these without readers, make the trees of pages in this process.
  // @effect-diagnostics-next-line processEnv:off
  if (readerCommands.some((name) => process.argv.includes(name)) && process.env["GLEANER_WORKERS"] !== "0") leanHeap()
}
