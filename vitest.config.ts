import * as os from "node:os"
import * as path from "node:path"
import { defineConfig } from "vitest/config"

export default defineConfig({
  resolve: {
    alias: [{
      find: /^\.\/(?:reader|thread)-entry\.ts$/,
      replacement: path.join(import.meta.dirname, "test/support/built-entries.ts")
    }]
  },
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/support/setup.ts"],
    // A quarter of all CPU time went into starting a process for each file. A test that changes something global undoes it.
    isolate: false,
    // Many tests wait for a browser or a socket, so that two keep one core busy.
    maxWorkers: Math.max(2, os.availableParallelism() - 1),
    testTimeout: 20_000,
    hookTimeout: 60_000
  }
})
