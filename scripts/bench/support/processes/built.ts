import { execFileSync } from "node:child_process"
import * as os from "node:os"
import * as path from "node:path"

/** The benchmark's own crawl, built as the product is for its users; where it is then. */
export const buildCrawl = (): string => {
  const folder = path.join(os.tmpdir(), "gleaner-bench-crawl")
  const build = path.join(import.meta.dirname, "../../../build.ts")
  execFileSync(process.execPath, [build, folder, "scripts/bench/support/processes/gleaner-crawl.ts"])
  return path.join(folder, "main.js")
}
