import { Effect } from "effect"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"

/** A folder that is deleted after the test. */
export const folder = Effect.acquireRelease(
  Effect.sync(() => fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-sqlite-"))),
  (made) => Effect.sync(() => fs.rmSync(made, { recursive: true, force: true }))
)
