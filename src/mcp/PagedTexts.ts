import { LRUCache } from "lru-cache"
import { createHash } from "node:crypto"

/** Bytes of all rests that wait to be read. */
const maxBytes = 32 * 1024 * 1024
/** Milliseconds. An agent that comes back later has the page read again. */
const keptFor = 10 * 60_000

/** The texts that were answered in part, so that their rests need not be read from the site again. */
export interface PagedTexts {
  /** Keeps a text for who knows this cursor, and gives the cursor. */
  readonly keep: (owner: string, text: string, next: number) => string
  readonly get: (owner: string, cursor: Cursor) => string | undefined
}

/** A place in a text: how far it was read, and which text it was. */
export interface Cursor {
  readonly next: number
  readonly digest: string
}

export const makeRests = (): PagedTexts => {
  const texts = new LRUCache<string, string>({
    maxSize: maxBytes,
    ttl: keptFor,
    sizeCalculation: (text) => Math.max(1, text.length * 2)
  })
  const keyOf = (owner: string, digest: string) => `${digestOf(owner)}:${digest}`
  return {
    keep: (owner, text, next) => {
      const digest = digestOf(text)
      texts.set(keyOf(owner, digest), text)
      return cursorText({ next, digest })
    },
    get: (owner, { digest }) => texts.get(keyOf(owner, digest))
  }
}

export const digestOf = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 16)

const cursorText = ({ digest, next }: Cursor): string => `${next}.${digest}`

/** What a cursor says, or undefined for a text that is none. */
export const cursorIn = (text: string): Cursor | undefined => {
  const [, next, digest] = /^(\d{1,9})\.([\w-]{16})$/.exec(text) ?? []
  return next === undefined || digest === undefined ? undefined : { next: Number(next), digest }
}
