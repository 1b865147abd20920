import { execFile } from "node:child_process"
import { keys } from "../entries/service-process.ts"
import { commandAlone } from "./built-command.ts"

export interface Ran {
  readonly out: string
  readonly err: string
  readonly code: number
}

/** Environment of a command of the documentation: a temporary folder, the site and the service of the test. */
export interface Shell {
  readonly folder: string
  readonly site: string
  readonly service: string
  /** The key of the service, if it is not the first one. */
  readonly key?: string
}

/** The command of the package, as a function of the shell. */
const gleaner = `gleaner() { '${process.execPath}' ${commandAlone.map((arg) => `'${arg}'`).join(" ")} "$@"; }`

/** A command as a reader would type it, on the addresses of the test. */
export const runShown = (
  command: string,
  { folder, key = keys.first, service, site }: Shell,
  env: NodeJS.ProcessEnv = {}
): Promise<Ran> =>
  new Promise((resolve) => {
    const line = `${gleaner}; ${command}`.replaceAll("npm run -s gleaner --", "gleaner")
      .replaceAll("http://127.0.0.1:8090", site)
      // A page of the demo site takes the place of a public one.
      .replaceAll(/https:\/\/example\.com(?=['\s]|$)/g, `${site}/articles/tide`)
      .replaceAll("localhost:8080", service.replace("http://", ""))
      .replaceAll("a-secret-of-24-characters", key)
    execFile("sh", ["-c", line], {
      cwd: folder,
      env: {
        ...process.env,
        // The reader has to set it itself.
        GLEANER_ALLOW_ADDRESSES: command.includes("export GLEANER_ALLOW_ADDRESSES=") ? undefined : "127.0.0.0/8",
        GLEANER_DOMAIN_DELAY: "0 millis",
        GLEANER_BROWSER: "off",
        // A reader is one more process to start. `test/apps/cli/commands.test.ts` has them.
        GLEANER_WORKERS: "0",
        ...env
      }
    }, (error, out, err) => resolve({ out, err, code: typeof error?.code === "number" ? error.code : 0 }))
  })

/**
 * The commands of a block, each after the variables that the block exports. A line that ends in a backslash is joined to
 * the next.
 */
export const commandsIn = (block: string): ReadonlyArray<string> => {
  const lines = block.replaceAll("\\\n", " ").trim().split("\n").map((line) => line.trim())
  const exported = lines.filter((line) => line.startsWith("export "))
  return lines.filter((line) => !exported.includes(line)).map((line) => [...exported, line].join("; "))
}
