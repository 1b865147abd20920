import { LRUCache } from "lru-cache"
import { createHash } from "node:crypto"

/** Bytes of all texts. */
const maxBytes = 32 * 1024 * 1024
/** Milliseconds. Later, the page is fetched again. */
const timeToLive = 10 * 60_000

/** A cache of texts that were returned in part, so that their next parts need no request to the site. */
export interface PagedTexts {
  /** Caches a text for its owner, and returns the cursor of its next part. */
  readonly put: (owner: string, text: string, next: number) => string
  readonly get: (owner: string, cursor: Cursor) => string | undefined
}

/** A position in a text, and the digest of the text. */
export interface Cursor {
  readonly next: number
  readonly digest: string
}

export const makePagedTexts = (): PagedTexts => {
  const texts = new LRUCache<string, string>({
    maxSize: maxBytes,
    ttl: timeToLive,
    sizeCalculation: (text) => Math.max(1, text.length * 2)
  })
  const keyOf = (owner: string, digest: string) => `${digestOf(owner)}:${digest}`
  return {
    put: (owner, text, next) => {
      const digest = digestOf(text)
      texts.set(keyOf(owner, digest), text)
      return cursorText({ next, digest })
    },
    get: (owner, { digest }) => texts.get(keyOf(owner, digest))
  }
}

export const digestOf = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 16)

const cursorText = ({ digest, next }: Cursor): string => `${next}.${digest}`

/** Undefined for a text that is not a cursor. */
export const cursorIn = (text: string): Cursor | undefined => {
  const [, next, digest] = /^(\d{1,9})\.([\w-]{16})$/.exec(text) ?? []
  return next === undefined || digest === undefined ? undefined : { next: Number(next), digest }
}
