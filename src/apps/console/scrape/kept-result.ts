import type { ScrapeRequest } from "../../../contract/client/index.ts"
import { session } from "../session.ts"
import type { Page } from "./page.ts"

/** A result that outlives a reload of the console, until its tab is closed. */
export interface KeptResult {
  readonly request: ScrapeRequest
  readonly page: Page
}

const place = "gleaner-scrape"

/** Characters. A browser stores about 5 million for all views of an origin. */
const maxLength = 2_000_000

/** Stores the last result of this session. Header fields and cookies are secrets, so they are left out. */
export const keepResult = ({ page, request }: KeptResult): void => {
  const { cookies: _cookies, headers: _headers, ...others } = request
  const text = JSON.stringify({ name: session.value.name, request: others, page })
  try {
    if (text.length > maxLength) sessionStorage.removeItem(place)
    else sessionStorage.setItem(place, text)
  } catch {
    // The browser has no space for it, or stores nothing.
  }
}

/** The stored result, if this user has made it. */
export const keptResult = (): KeptResult | undefined => {
  try {
    const { name, page, request } = JSON.parse(sessionStorage.getItem(place) ?? "{}") as Partial<Stored>
    return name === session.value.name && page !== undefined && request !== undefined ? { page, request } : undefined
  } catch {
    return undefined
  }
}

interface Stored extends KeptResult {
  readonly name: string
}
