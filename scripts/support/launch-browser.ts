import { Effect, Option } from "effect"
import puppeteer, { type Browser } from "puppeteer-core"
import { findBrowser } from "../../src/render/find-browser.ts"

/** The browser that renders pages, without a service around it. */
export const launchBrowser = async (): Promise<Browser> => {
  const found = await Effect.runPromise(findBrowser({ browser: Option.none() }))
  if (found._tag === "Missing") throw new Error(found.why)
  return puppeteer.launch({ executablePath: found.path, args: [...found.args, "--no-sandbox", "--disable-gpu"] })
}
