import { Effect, Redacted } from "effect"
import { attempt, type BrowserLost } from "../browser/Chromium.ts"
import { inWorld } from "../browser/in-world.ts"
import type { OpenPage } from "./settle-page.ts"

type Values = Readonly<Record<string, string>>

/** The state of a browser after a login, by origin. */
export interface BrowserSession {
  readonly cookies: Readonly<Record<string, Values>>
  readonly storage: Readonly<Record<string, Values>>
}

/**
 * The cookies that a browser would send to any path of these origins, and the localStorage of the page, if it is of one
 * of them. Of two cookies with one name, that of the page counts.
 */
export const sessionIn = Effect.fnUntraced(function*(
  page: OpenPage,
  origins: ReadonlyArray<string>
): Effect.fn.Return<Redacted.Redacted<BrowserSession>, BrowserLost> {
  const sent = (urls: ReadonlyArray<string>) =>
    Effect.map(
      attempt(() => page.session.send("Network.getCookies", { urls: [...urls] })),
      ({ cookies }) => Object.fromEntries(cookies.map(({ name, value }) => [name, value]))
    )
  const { href, origin, values } = yield* inWorld<StoredIn>(page, readStorage)
  const all = yield* attempt(() => page.session.send("Storage.getCookies"))
  const paths = new Set(["/", ...all.cookies.map(({ path }) => path)])
  const cookies: Record<string, Values> = {}
  for (const each of origins) {
    const ofOrigin = yield* sent([...paths].map((path) => each + path))
    cookies[each] = each === origin ? { ...ofOrigin, ...yield* sent([href]) } : ofOrigin
  }
  return Redacted.make({ cookies, storage: origins.includes(origin) ? { [origin]: values } : {} })
})

interface StoredIn {
  readonly href: string
  readonly origin: string
  readonly values: Values
}

/** Characters of all values. A page that stores more does not need it for its login. */
const maxStorage = 65_536

const readStorage = `(() => {
  const values = {}
  let left = ${maxStorage}
  try {
    for (let n = 0; n < localStorage.length; n++) {
      const key = localStorage.key(n)
      const value = localStorage.getItem(key) ?? ""
      if ((left -= key.length + value.length) < 0) break
      values[key] = value
    }
  } catch {}
  return { href: location.href, origin: location.origin, values }
})()`
