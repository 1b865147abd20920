import * as os from "node:os"
import * as path from "node:path"
import { defineConfig } from "vitest/config"
import { LongestFirst } from "./test/support/vitest/longest-first.ts"

export default defineConfig({
  resolve: {
    alias: [{
      find: /^\.\/(?:thread\/)?(?:reader|ocr|thread)-entry\.ts$/,
      replacement: path.join(import.meta.dirname, "test/support/processes/built-entries.ts")
    }]
  },
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/support/vitest/setup.ts"],
    // A quarter of all CPU time went into starting a process for each file. A test that changes something global undoes it.
    isolate: false,
    // Young objects of a test are many: a larger young generation takes 13 % less time.
    execArgv: ["--min-semi-space-size=32", "--max-semi-space-size=64"],
    // Many tests wait for a browser or a socket: two more than there are cores keep all of them busy.
    maxWorkers: os.availableParallelism() + 2,
    sequence: { sequencer: LongestFirst },
    // The clock of the tests says so when a test takes a second of real time, which the machine decides.
    onConsoleLog: (line) => !/A test is using time|A fiber woken by the test clock is still running/.test(line),
    tags: [{ name: "long", description: "Soaks, kills, attacks and wide matrices: npm run test:long" }],
    // Ends only what hangs. No test has a timeout of its own, since the machine may be busy with something else.
    testTimeout: 600_000,
    hookTimeout: 600_000
  }
})
