import { LRUCache } from "lru-cache"
import { equivalentForm, searchVariance } from "../../../core/domain/search-variance.ts"

interface VisitedUrl {
  readonly url: string
  readonly seq: number
  readonly field: string
}

/**
 * Visited URLs by the part of their query that counts for their site (`No-Vary-Search`), so that an equivalent URL is
 * not requested. A hint of one node: an equivalent URL that is requested all the same is a duplicate by its text. A
 * field counts for its own origin and path only, the latest of a path for all of its queries.
 */
export class EquivalentUrls {
  /** The latest valid field of each origin and path. */
  private readonly fields = new LRUCache<string, string>({ maxSize, sizeCalculation: sizeOf })
  private readonly visited = new LRUCache<string, VisitedUrl>({
    maxSize,
    sizeCalculation: ({ field, url }, key) => sizeOf(url, key) + field.length
  })

  /** A page that its site sent with this field. */
  add({ seq, url }: Omit<VisitedUrl, "field">, field: string | undefined): void {
    const parsed = new URL(url)
    const path = pathOf(parsed)
    const variance = field === undefined ? undefined : searchVariance(field)
    if (field === undefined || variance === undefined) {
      this.fields.delete(path)
      return
    }
    this.fields.set(path, field)
    const form = equivalentForm(parsed, variance)
    const first = this.visited.get(form)
    if (first?.field !== field || first.seq > seq) this.visited.set(form, { url, seq, field })
  }

  /** A visited URL that is equivalent to this one and before it in the order of the crawl. */
  before({ seq, url }: Omit<VisitedUrl, "field">): string | undefined {
    // Most sites do not send the field.
    if (this.fields.size === 0) return undefined
    const parsed = new URL(url)
    const field = this.fields.get(pathOf(parsed))
    const variance = field === undefined ? undefined : searchVariance(field)
    if (variance === undefined) return undefined
    const first = this.visited.get(equivalentForm(parsed, variance))
    return first?.field === field && first?.seq !== undefined && first.seq < seq ? first.url : undefined
  }
}

/** Characters, in each of the two. */
const maxSize = 2_000_000

const sizeOf = (value: string, key: string): number => value.length + key.length + 100

const pathOf = ({ origin, pathname }: URL): string => origin + pathname
