import type * as Browsers from "@puppeteer/browsers"
import { Config, Duration, Effect, Schema } from "effect"
import { execFile } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { compact } from "../../../core/kernel/compact.ts"

/** puppeteer's Chrome could not be downloaded or does not start. */
export class InstallFailed extends Schema.TaggedError<InstallFailed>()("InstallFailed", {
  /** The cause and a remedy, for the operator. */
  detail: Schema.String
}) {}

/**
 * The Chrome that belongs to the installed puppeteer, if it was downloaded: by `gleaner doctor --install-browser`, by
 * puppeteer's own command, or when the package `puppeteer` was installed. That package may have a folder of its own in
 * its configuration.
 */
export const puppeteerBrowser: Effect.Effect<string | undefined> = Effect.gen(function*() {
  const cache = yield* cacheFolder
  const candidates = [
    // Lazily, because these modules take half a second to load.
    ...kinds.map((kind) => () =>
      fs.existsSync(path.join(cache, kind)) ? chrome(cache, kind).then(({ file }) => file) : undefined
    ),
    () => import("puppeteer").then(({ default: puppeteer }) => puppeteer.executablePath())
  ]
  for (const candidate of candidates) {
    const file = yield* Effect.tryPromise(async () => candidate()).pipe(Effect.orElseSucceed(() => undefined))
    if (file !== undefined && fs.existsSync(file)) return file
  }
  return undefined
})

/** Downloads and unpacks its headless shell, unless it is there, and starts it once. Returns its path. */
export const installBrowser = Effect.fn("installBrowser")(function*(): Effect.fn.Return<string, InstallFailed> {
  const cacheDir = yield* cacheFolder
  const baseUrl = yield* Config.String("PUPPETEER_CHROME_DOWNLOAD_BASE_URL").pipe(Effect.orElseSucceed(() => undefined))
  const { browser, browsers, buildId, file } = yield* Effect.promise(() => chrome(cacheDir, "chrome-headless-shell"))
  const progress = { received: 0, total: Infinity }
  const download = Effect.tryPromise({
    try: () =>
      browsers.install({
        browser,
        buildId,
        cacheDir,
        ...compact({ baseUrl }),
        downloadProgressCallback: (received, total) => void Object.assign(progress, { received, total })
      }),
    catch: (cause) => failed(`Chrome ${buildId} could not be downloaded: ${lastLine(cause)}`)
  })
  yield* Effect.raceFirst(download, stalled(progress)).pipe(
    // A partial archive would pass for a complete one the next time.
    Effect.onError(() => Effect.promise(() => removeParts(cacheDir, browsers, browser, buildId)))
  )
  yield* Effect.callback<void, InstallFailed>((resume) => {
    execFile(file, ["--version"], { timeout: 30_000 }, (error, _, complaint) =>
      resume(
        error === null
          ? Effect.void
          : Effect.fail(failed(`${file} does not start: ${lastLine(complaint.trim() === "" ? error : complaint)}`))
      ))
  })
  return file
})

/** A download without progress for this long is given up. */
const stallTimeout = Duration.seconds(60)

const stalled = (progress: { readonly received: number; readonly total: number }) =>
  Effect.gen(function*() {
    let before = -1
    while (before < progress.received) {
      before = progress.received
      yield* Effect.sleep(stallTimeout)
      if (progress.received >= progress.total) return yield* Effect.never
    }
    return yield* failed(`The download of Chrome stopped after ${progress.received} bytes`)
  })

const failed = (what: string): InstallFailed =>
  new InstallFailed({
    detail: `${what}. Install Chromium with the system's packages (Debian: apt-get install chromium-headless-shell), `
      + "or name a proxy in HTTPS_PROXY or a mirror in PUPPETEER_CHROME_DOWNLOAD_BASE_URL and try again."
  })

/** The library lists its attempts, one on each line. */
const lastLine = (cause: unknown): string => {
  const text = cause instanceof Error ? cause.message : String(cause)
  return text.trim().split("\n").at(-1)?.replace(/^[\s-]*(?:\w+Provider: )?/, "").replace(/\.$/, "") ?? ""
}

/** The shell comes first: a page in it takes a third of the CPU time. */
const kinds = ["chrome-headless-shell", "chrome"] as const

const chrome = async (cacheDir: string, kind: typeof kinds[number]) => {
  const browsers = await import("@puppeteer/browsers")
  const { PUPPETEER_REVISIONS: { [kind]: buildId } } = await import("puppeteer-core/internal/revisions.js")
  const browser = kind === "chrome" ? browsers.Browser.CHROME : browsers.Browser.CHROMEHEADLESSSHELL
  return { browser, browsers, buildId, file: browsers.computeExecutablePath({ browser, buildId, cacheDir }) }
}

/** The folder for puppeteer's browsers. */
const cacheFolder = Config.String("PUPPETEER_CACHE_DIR").pipe(
  Effect.orElseSucceed(() => path.join(os.homedir(), ".cache", "puppeteer"))
)

const removeParts = async (
  cacheDir: string,
  browsers: typeof Browsers,
  browser: Browsers.Browser,
  buildId: string
): Promise<void> => {
  await browsers.uninstall({ browser, buildId, cacheDir })
  const folder = path.join(cacheDir, browser)
  const names = await fs.promises.readdir(folder).catch(() => [])
  const archives = names.filter((name) => name.startsWith(`${buildId}-`))
  await Promise.all(archives.map((name) => fs.promises.rm(path.join(folder, name), { force: true })))
}
