import { Effect, Option } from "effect"
import puppeteer, { type Browser } from "puppeteer-core"
import { languages } from "../../src/web/render/browser/browser-flags.ts"
import { executableOf, findBrowser } from "../../src/web/render/browser/find-browser.ts"
import { isPackaged } from "../../src/web/render/browser/packaged-browser.ts"

/**
 * The browser that `npm ci` brings, so that tests mean the same on every machine; else the one of the machine. With
 * GLEANER_TEST_BROWSER, the one at this path.
 */
export const browserSetting: Option.Option<string> = Option.fromUndefinedOr(process.env["GLEANER_TEST_BROWSER"]).pipe(
  Option.orElse(() => isPackaged() ? Option.some("package") : Option.none())
)

/** Starts the browser, or returns the reason why there is none. */
export const browserHere = await Effect.runPromise(findBrowser({ browser: browserSetting }))

/** Starts it, or another one, without a service around it. */
export const launchBrowser = async (flags: ReadonlyArray<string> = [], found = browserHere): Promise<Browser> => {
  if (found._tag === "Missing") throw new Error(found.why)
  const { args, env, path } = await executableOf(found)
  return puppeteer.launch({
    executablePath: path,
    args: [...args, "--no-sandbox", "--disable-gpu", `--accept-lang=${languages}`, ...flags],
    env: { ...process.env, ...env }
  })
}
