import { Effect } from "effect"
import * as fs from "node:fs/promises"
import * as os from "node:os"
import * as path from "node:path"

/**
 * A folder for one browser's profile and temporary files, gone with the scope. Its name tells whose it is: what a service that
 * was killed left behind is cleared away by the next.
 */
export const browserHome = Effect.acquireRelease(
  Effect.promise(async () => {
    await clearOrphans()
    return fs.mkdtemp(path.join(os.tmpdir(), `${prefix}${process.pid}-`))
  }),
  (folder) => Effect.promise(() => remove(folder))
)

const prefix = "gleaner-browser-"

const clearOrphans = async (): Promise<void> => {
  for (const name of await fs.readdir(os.tmpdir()).catch(() => [])) {
    const owner = /^gleaner-browser-(\d+)-/.exec(name)?.[1]
    if (owner !== undefined && !isAlive(Number(owner))) await remove(path.join(os.tmpdir(), name))
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: somebody else's process, which is alive.
    return error instanceof Error && "code" in error && error.code !== "ESRCH"
  }
}

const remove = (folder: string): Promise<void> =>
  fs.rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined)
