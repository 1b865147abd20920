import { Effect } from "effect"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"

/** A folder that is deleted after the test. */
export const folder = Effect.acquireRelease(
  Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-sqlite-"))),
  (made) => Effect.sync(() => fs.rmSync(made, { recursive: true, force: true }))
)

/** Copies a file and its log as a kill would leave them. Both are read twice: a checkpoint may move pages in between. */
export const copyAsKilled = (file: string, copy: string): void => {
  const read = () => ["", "-wal"].map((end) => fs.readFileSync(file + end))
  const [main = Buffer.of(), log = Buffer.of()] = read()
  const [mainAfter, logAfter] = read()
  if (!mainAfter?.equals(main) || !logAfter?.equals(log)) return copyAsKilled(file, copy)
  fs.writeFileSync(copy, main)
  fs.writeFileSync(`${copy}-wal`, log)
}
