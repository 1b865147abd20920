import { Config, Effect, Option } from "effect"
import * as fs from "node:fs"
import * as path from "node:path"
import { isEndpoint } from "../../../core/settings/browser-place.ts"
import type { Settings } from "../../../core/settings/Settings.ts"
import { type Executable, isPackaged, packageName, unpackBrowser } from "./packaged-browser.ts"
import { puppeteerBrowser } from "./puppeteer-browser.ts"

export interface FoundBrowser {
  readonly _tag: "Found"
  readonly origin: "configured" | "system" | "puppeteer" | "package" | "elsewhere"
  /**
   * The program, the name of the package that contains it, or the URL of a browser elsewhere. `executableOf` returns
   * the file to start.
   */
  readonly path: string
}

export interface MissingBrowser {
  readonly _tag: "Missing"
  /** The cause and a remedy, in one sentence for the operator. */
  readonly why: string
}

/**
 * The configured path or URL, else the headless shell, Chromium or Chrome of the system (on PATH or in `places`), else
 * the one that puppeteer downloaded, else the one in `@sparticuz/chromium`, else none. Starts nothing.
 */
export const findBrowser = Effect.fnUntraced(function*(
  { browser }: Pick<Settings["Service"], "browser">,
  places: ReadonlyArray<string> = wellKnown
): Effect.fn.Return<FoundBrowser | MissingBrowser> {
  const configured = Option.getOrUndefined(browser)
  if (configured?.toLowerCase() === "off") {
    return missing("Rendering is switched off (GLEANER_BROWSER=off); unset it to look for a browser.")
  }
  if (configured?.toLowerCase() === "package") {
    return isPackaged()
      ? found("package", packageName)
      : missing(`GLEANER_BROWSER names the Chromium of ${packageName}, which is not installed; unset it.`)
  }
  if (configured !== undefined && isEndpoint(configured)) {
    return URL.canParse(configured)
      ? found("elsewhere", configured)
      : missing("GLEANER_BROWSER is not a valid URL; correct it or unset it.")
  }
  if (configured !== undefined) {
    return isExecutable(configured)
      ? found("configured", configured)
      : missing(
        `GLEANER_BROWSER names ${configured}, which is not a program that can be started; correct it or unset it.`
      )
  }
  const folders = (yield* searchPath).split(path.delimiter).filter((folder) => folder !== "")
  const candidates = [...names.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...places]
  const system = candidates.find(isExecutable)
  if (system !== undefined) return found("system", system)
  const downloaded = yield* puppeteerBrowser
  if (downloaded !== undefined) return found("puppeteer", downloaded)
  if (isPackaged()) return found("package", packageName)
  return missing(
    "No Chromium or Chrome was found: run gleaner doctor --install-browser, or install one (Debian: "
      + "apt-get install chromium-headless-shell), or set GLEANER_BROWSER to its path."
  )
})

/** The program to start. The one of the package is unpacked on first use. */
export const executableOf = (browser: FoundBrowser): Promise<Executable> =>
  browser.origin === "package" ? unpackBrowser() : Promise.resolve({ path: browser.path, args: [], env: {} })

/** The headless shell comes first: a page in it takes a third of the CPU time. */
const names = [
  "chromium-headless-shell",
  "chrome-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "chrome"
]

const wellKnown = [
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium"
]

const searchPath = Config.String("PATH").pipe(Effect.orElseSucceed(() => ""))

const found = (origin: FoundBrowser["origin"], file: string): FoundBrowser => ({
  _tag: "Found",
  origin,
  path: file
})

const missing = (why: string): MissingBrowser => ({ _tag: "Missing", why })

const isExecutable = (file: string): boolean => {
  try {
    fs.accessSync(file, fs.constants.X_OK)
    return fs.statSync(file).isFile()
  } catch {
    return false
  }
}
