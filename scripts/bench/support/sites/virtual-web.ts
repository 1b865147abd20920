import * as fs from "node:fs"
import { fileURLToPath } from "node:url"

export interface WebOptions {
  readonly domains: number
  /** URLs that there are, over all domains. */
  readonly urls: number
  /** Links of a page. */
  readonly links: number
  /** Links of the seed. */
  readonly seedLinks: number
  /** Milliseconds of an exchange. */
  readonly fetch: number
  /** Every so manieth domain takes twenty times as long. */
  readonly slowEvery: number
}

export const seedUrl = "http://hub.example/"

/**
 * Sites that stand nowhere: what a page links to follows from its URL. Their size is skewed as that of real links is:
 * of 1,000 domains the largest has 3 % of all URLs.
 */
export const virtualWeb = ({ domains, fetch, links, seedLinks, slowEvery, urls }: WebOptions) => {
  /** A domain, and one of its URLs. Each URL is as likely as any other. */
  const anyUrl = (random: () => number): string => {
    const u = random()
    const domain = Math.floor(domains * u * u)
    const share = Math.sqrt((domain + 1) / domains) - Math.sqrt(domain / domains)
    return `http://site${domain}.example/p/${Math.floor(random() * Math.max(1, share * urls))}`
  }
  return {
    linksOf: (url: string): ReadonlyArray<string> => {
      const random = randomOf(url)
      return Array.from({ length: url === seedUrl ? seedLinks : links }, () => anyUrl(random))
    },
    timeOf: (url: string): number => {
      const domain = Number(/site(\d+)\./.exec(url)?.[1] ?? 1)
      return slowEvery > 0 && domain % slowEvery === slowEvery - 1 ? fetch * 20 : fetch
    },
    /** A Document as large as real ones are: 36 kB of JSON. */
    documentOf: (url: string): Uint8Array => Buffer.from(`{"url":${JSON.stringify(url)},"text":${text}}`)
  }
}

const text = JSON.stringify(
  fs.readFileSync(fileURLToPath(new URL("../../../../README.md", import.meta.url)), "utf8").repeat(2).slice(0, 34_000)
)

/** mulberry32 over a hash of the text (FNV-1a). */
const randomOf = (seed: string): () => number => {
  let state = 2_166_136_261
  for (let at = 0; at < seed.length; at++) state = Math.imul(state ^ seed.charCodeAt(at), 16_777_619)
  return () => {
    state = (state + 0x6D2B79F5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
