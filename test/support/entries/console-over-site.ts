import { afterAll, beforeAll, beforeEach } from "@effect/vitest"
import { Option } from "effect"
import * as path from "node:path"
import type { Browser, BrowserContext, Page } from "puppeteer-core"
import { buildConsole } from "../../../scripts/support/build-console.ts"
import { launchBrowser } from "../../../scripts/support/launch-browser.ts"
import { skipReason } from "../../web/render/support/browser.ts"
import { keys, type RunningService, serviceOver } from "./service-process.ts"

/** The console as it is built, in a real browser, over a real service. */
export interface ConsoleOverSite {
  readonly service: RunningService
  /** The JSON of an answer of the service. */
  readonly call: <A>(...request: Parameters<RunningService["call"]>) => Promise<A>
  /** A page of a new user. */
  readonly open: (url?: string) => Promise<ConsolePage>
  /** The page of one user who is signed in with the first key, at this view. It is the same for all tests of a file. */
  readonly signedIn: (view?: string) => Promise<ConsolePage>
}

export interface ConsolePage {
  readonly page: Page
  readonly context: BrowserContext
  /** Violations of the content security policy, and uncaught errors. */
  readonly faults: Array<string>
  readonly go: (view: string) => Promise<void>
  /** Waits until the page says this. */
  readonly says: (text: string | RegExp) => Promise<void>
  readonly text: (selector: string) => Promise<string>
  readonly click: (name: string, role?: string) => Promise<void>
}

const still = [{ name: "prefers-reduced-motion", value: "reduce" }]
const dist = path.join(import.meta.dirname, "../../../dist/console")

/** One browser for all files of a worker. It ends with the worker. */
let launched: Promise<Browser> | undefined
const theBrowser = (): Promise<Browser> => launched ??= launchBrowser(["--enable-unsafe-swiftshader"])

export const consoleOverSite = (overrides: Parameters<typeof serviceOver>[0] = {}): ConsoleOverSite => {
  let browser: Browser
  let service: RunningService
  const contexts: Array<BrowserContext> = []
  beforeEach((context) => context.skip(skipReason !== "", skipReason))
  beforeAll(async () => {
    if (skipReason !== "") return
    await buildConsole(dist)
    ;[browser, service] = await Promise.all([
      theBrowser(),
      serviceOver({ browser: Option.some("off"), ...overrides })
    ])
  })
  afterAll(async () => {
    await Promise.all(contexts.map((context) => context.closed ? undefined : context.close()))
    await service?.stop()
  })

  const open = async (url = service.url): Promise<ConsolePage> => {
    const context = await browser.createBrowserContext()
    contexts.push(context)
    const page = await context.newPage()
    // The limit of the test ends what hangs, however busy the machine is.
    page.setDefaultTimeout(0)
    await page.setViewport({ width: 1280, height: 900 })
    // Each frame of a movement is drawn without a graphics card.
    await page.emulateMediaFeatures(still)
    const faults: Array<string> = []
    page.on("pageerror", (error) => faults.push(String(error)))
    await page.exposeFunction("reportFault", (fault: string) => void faults.push(fault))
    await page.evaluateOnNewDocument(() => {
      addEventListener("securitypolicyviolation", (event) => {
        const { reportFault } = globalThis as unknown as { readonly reportFault: (fault: string) => void } // exposed above
        reportFault(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`)
      })
    })
    await page.goto(url)
    return over(context, page, faults)
  }
  let user: Promise<ConsolePage> | undefined
  const signedIn = async (view = "scrape") => {
    const opened = await (user ??= open().then(async (opened) => {
      await signIn(opened.page)
      return opened
    }))
    opened.faults.length = 0
    await opened.go(view)
    return opened
  }
  return {
    get service() {
      return service
    },
    call: async <A>(...request: Parameters<RunningService["call"]>) =>
      await (await service.call(...request)).json() as A, // by the caller
    open,
    signedIn
  }
}

export const signIn = async (page: Page, key: string = keys.first): Promise<void> => {
  const field = await page.waitForSelector("input[name=key]")
  await field?.type(key)
  await field?.press("Enter")
  await page.waitForSelector(".top")
}

const over = (context: BrowserContext, page: Page, faults: Array<string>): ConsolePage => ({
  context,
  page,
  faults,
  go: async (view) => {
    await page.evaluate((hash) => {
      location.hash = hash
    }, `#/${view}`)
    await page.waitForSelector(".view h1, .empty h1")
  },
  says: async (text) => {
    const source = typeof text === "string" ? text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&") : text.source
    await page.waitForFunction((pattern) => new RegExp(pattern).test(document.body.innerText), {}, source)
  },
  text: (selector) => page.$eval(selector, (element) => (element as HTMLElement).innerText),
  click: async (name, role = "button") => {
    await page.locator(`::-p-aria([name="${name}"][role="${role}"])`).click()
  }
})
