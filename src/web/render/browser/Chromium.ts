import { Config, Deferred, Effect, Schema, type Scope } from "effect"
import * as fs from "node:fs/promises"
import * as os from "node:os"
import * as path from "node:path"
import type { Browser, BrowserContext, CDPSession, Page } from "puppeteer-core"
import { browserFlags, defaultViewport, unwantedFlags } from "./browser-flags.ts"
import type { GateUnavailable } from "./EgressListener.ts"
import type { EgressGate, EgressProxy } from "./EgressProxy.ts"
import { executableOf, type FoundBrowser } from "./find-browser.ts"
import { groupMemory, killGroup, killLarger } from "./process-group.ts"

/** The browser could not be started, or ended. The fault is not the page's. */
export class BrowserLost extends Schema.TaggedError<BrowserLost>()("BrowserLost", { cause: Schema.Defect() }) {}

/** A browser context with one blank page behind its own gate, without any state of another page. */
export interface PageContext {
  readonly page: Page
  readonly session: CDPSession
  readonly gate: EgressGate
  /** Completes when the process of the page has ended: it crashed, or it was killed for its memory. */
  readonly crashed: Effect.Effect<void>
  /** A further session of its page, with the overrides that every session of this browser needs. */
  readonly openSession: () => Promise<CDPSession>
  /** Whether it has served a page before. */
  readonly isRecycled: boolean
}

/** One running browser process with its children. */
export interface Chromium {
  readonly isConnected: () => boolean
  readonly version: Effect.Effect<string, BrowserLost>
  /** Fails when the browser ends, for any reason. */
  readonly lost: Effect.Effect<never, BrowserLost>
  /** Private bytes of all processes of the browser. 0 without /proc. */
  readonly memory: () => Promise<number>
  readonly pid: number | undefined
  readonly newContext: Effect.Effect<PageContext, BrowserLost, Scope.Scope>
  /**
   * Kills each of its processes with more bytes, which ends the page in it. The process that pages share may have more.
   */
  readonly killLarger: (bytes: number) => Promise<void>
  /** Kills it at once, with all its children. */
  readonly kill: () => void
}

/** Starts a browser that lives as long as the scope. None of its processes outlives the scope. */
export const startChromium = Effect.fn("Chromium.start")(function*(
  found: FoundBrowser,
  userAgent: string,
  egress: EgressProxy["Service"],
  isForPictures: boolean
): Effect.fn.Return<Chromium, BrowserLost, Scope.Scope> {
  const browser = yield* startBrowser(found, { userAgent, isForPictures })
  const pid = browser.process()?.pid
  const lost = yield* Deferred.make<never, BrowserLost>()
  browser.once(
    "disconnected",
    () => Deferred.doneUnsafe(lost, Effect.fail(new BrowserLost({ cause: "the browser ended" })))
  )
  return {
    pid,
    isConnected: () => browser.connected,
    version: attempt(() => browser.version()),
    lost: Deferred.await(lost),
    memory: () => groupMemory(pid),
    newContext: makeContext(browser, { gate: egress.open, end: () => killGroup(pid) }),
    killLarger: (bytes) => killLarger(pid, bytes),
    kill: () => void killGroup(pid)
  }
})

interface BrowserOptions {
  readonly userAgent: string
  readonly isForPictures: boolean
  /** Connects over a socket instead of a pipe: only then does puppeteer report the stderr of a failed start. */
  readonly isDiagnosed?: boolean
}

/** Starts the browser without what `startChromium` adds to it. It ends with the scope. */
export const startBrowser = Effect.fnUntraced(function*(
  found: FoundBrowser,
  options: BrowserOptions
): Effect.fn.Return<Browser, BrowserLost, Scope.Scope> {
  const home = yield* Effect.acquireRelease(
    attempt(() => fs.mkdtemp(path.join(os.tmpdir(), "gleaner-browser-"))),
    (folder) =>
      Effect.promise(() => fs.rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined))
  )
  const searchPath = yield* Effect.orElseSucceed(Config.String("PATH"), () => "/usr/bin:/bin")
  return yield* Effect.acquireRelease(
    attempt(() => launch(found, home, options, searchPath)),
    (browser) =>
      Effect.promise(() => browser.close().catch(() => undefined)).pipe(
        Effect.timeoutOption(closeTimeout),
        // A child that outlived its parent is still in the group, also after a normal end.
        Effect.andThen(Effect.promise(() => killGroup(browser.process()?.pid)))
      )
  )
})

/** Also for one context. */
const closeTimeout = "2 seconds"

/** Milliseconds. A second is usual, several on a busy machine. */
const launchTimeout = 20_000

/** One exchange with the browser. */
export const attempt = <A>(run: () => Promise<A>): Effect.Effect<A, BrowserLost> =>
  Effect.tryPromise({ try: run, catch: (cause) => new BrowserLost({ cause }) })

/** No scheme of HTTP authentication: a request that gets a 401 would wait for a password to be typed. */
const preferences = { auth: { schemes: "" } }

const launch = async (
  found: FoundBrowser,
  home: string,
  options: BrowserOptions,
  searchPath: string
): Promise<Browser> => {
  const executable = await executableOf(found)
  await fs.writeFile(path.join(home, "Local State"), JSON.stringify(preferences))
  // Loaded with the first browser, because it slows the start of a service.
  const puppeteer = await import("puppeteer-core")
  return puppeteer.launch({
    executablePath: executable.path,
    headless: true,
    // With a pipe, no other process can drive the browser, and the browser ends whenever this process does.
    pipe: options.isDiagnosed !== true,
    userDataDir: home,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    acceptInsecureCerts: false,
    defaultViewport,
    // Never the environment of the service, which has the keys.
    env: {
      PATH: searchPath,
      HOME: home,
      XDG_CONFIG_HOME: home,
      XDG_CACHE_HOME: home,
      LANG: "C.UTF-8",
      ...executable.env
    },
    args: [...browserFlags({ ...options, isRoot: process.getuid?.() === 0 }), ...executable.args],
    ignoreDefaultArgs: [...unwantedFlags],
    timeout: launchTimeout,
    protocolTimeout: launchTimeout
  })
}

interface ContextOptions {
  readonly gate: Effect.Effect<EgressGate, GateUnavailable, Scope.Scope>
  /** Ends a browser that hangs. */
  readonly end: () => unknown
  readonly onContext?: (context: BrowserContext) => void
  readonly prepare?: (session: CDPSession) => Promise<unknown>
}

/** An empty context behind its own gate. */
export const makeContext = Effect.fnUntraced(function*(
  browser: Browser,
  { end, gate: open, onContext, prepare }: ContextOptions
) {
  const gate = yield* Effect.mapError(open, (cause) => new BrowserLost({ cause }))
  const context = yield* Effect.acquireRelease(
    attempt(() =>
      browser.createBrowserContext({
        proxyServer: gate.proxy,
        proxyBypassList: ["<-loopback>"],
        downloadBehavior: { policy: "deny" }
      })
    ),
    (context) => closeContext(context, end)
  )
  onContext?.(context)
  const page = yield* attempt(() => context.newPage())
  // The browser blocks windows that open without a click. Any other one is closed; it has the same proxy as the page.
  page.on("popup", (other) => void other?.close().catch(() => undefined))
  const crashed = yield* Deferred.make<void>()
  page.once("error", () => Deferred.doneUnsafe(crashed, Effect.void))
  const openSession = async () => {
    const session = await page.createCDPSession()
    await prepare?.(session)
    return session
  }
  const session = yield* attempt(openSession)
  return { page, session, gate, crashed: Deferred.await(crashed), openSession, isRecycled: false } satisfies PageContext
})

/** A context that does not close means that the browser hangs. The browser is ended, and the pool starts another. */
const closeContext = (context: BrowserContext, end: () => unknown): Effect.Effect<void> =>
  Effect.promise(() => context.close().catch(() => undefined)).pipe(
    Effect.timeoutOrElse({
      duration: closeTimeout,
      orElse: () => Effect.promise(async () => end())
    })
  )
