import { canonical, withScheme } from "../WebUrl.ts"
import { withoutTracking } from "./tracking-parameters.ts"

interface Given {
  readonly url?: string
  readonly urls?: ReadonlyArray<string>
  readonly drop_tracking?: boolean
}

/**
 * The seeds of a crawl, each once: `url`, then `urls`. `options` has the others of the request, and `seeds` if there are
 * several. No seed: neither was given.
 */
export const seededCrawl = <G extends Given>({ url, urls = [], ...options }: G): {
  readonly seed: URL | undefined
  readonly options: Omit<G, "url" | "urls"> & { readonly seeds?: ReadonlyArray<string> }
} => {
  const byName = new Map<string, URL>()
  for (const each of [...(url === undefined ? [] : [url]), ...urls]) {
    const seed = new URL(withScheme(each))
    const name = canonical(seed)
    const key = options.drop_tracking === false ? name : withoutTracking(name)
    if (!byName.has(key)) byName.set(key, seed)
  }
  const seeds = [...byName.values()]
  return {
    seed: seeds[0],
    options: seeds.length < 2 ? options : { ...options, seeds: seeds.map(({ href }) => href) }
  }
}
