import { Effect, Result } from "effect"
import { attempt, startBrowser } from "./Chromium.ts"
import type { FoundBrowser } from "./find-browser.ts"

/** Starts the browser as for a page, and stops it. Returns its version, or the cause of a failed start in one line. */
export const tryBrowser = Effect.fn("tryBrowser")((
  found: FoundBrowser,
  userAgent: string
): Effect.Effect<Result.Result<string, string>> =>
  started(found, { userAgent, isForPictures: false }).pipe(
    Effect.catch(() => started(found, { userAgent, isForPictures: false, isDiagnosed: true })),
    Effect.map(Result.succeed),
    Effect.catch(({ cause }) => Effect.succeed(Result.fail(reasonOf(cause))))
  )
)

const started = (...args: Parameters<typeof startBrowser>) =>
  Effect.scoped(Effect.flatMap(startBrowser(...args), (browser) => attempt(() => browser.version())))

/** The first line that the browser wrote to stderr. For a missing library, its name and the command to install it. */
const reasonOf = (cause: unknown): string => {
  const text = cause instanceof Error ? cause.message : String(cause)
  const [start = "", complaint = ""] = text.split(/^TROUBLESHOOTING:/m)[0]?.split(/^stderr:$/m) ?? []
  const lines = complaint.trim() === "" ? start.replaceAll(/\s+/g, " ") : complaint
  const line = lines.trim().split("\n")[0] ?? ""
  const library = /([^\s:/]+\.so[.\d]*): cannot open shared object file/.exec(line)?.[1]
  return library === undefined
    ? line
    : `the library ${library} is missing (Debian: apt-get install ${packageOf[library] ?? "chromium-headless-shell"})`
}

/** The packages of Debian with the libraries that a headless shell needs and Node does not. */
const packageOf: Readonly<Record<string, string>> = {
  "libnss3.so": "libnss3",
  "libnssutil3.so": "libnss3",
  "libnspr4.so": "libnspr4",
  "libexpat.so.1": "libexpat1"
}
