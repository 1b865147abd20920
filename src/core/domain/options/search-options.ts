import { Result, Schema } from "effect"
import { maxEntries } from "../schema/max-entries.ts"
import { parseRequestUrl } from "../WebUrl.ts"
import { TokenCount } from "./ChunkSize.ts"
import { Language, Languages } from "./Language.ts"
import { optionFields } from "./RouteOptions.ts"

export const TimeRange = Schema.Literals(["day", "week", "month", "year"])
export type TimeRange = typeof TimeRange.Type

/** Characters. */
const maxQuery = 1000
/** Results. Each is a page that a caller waits for. */
const maxLimit = 20
const maxDomains = 20

export const defaultLimit = 10

/** The host of a URL in canonical form, with internationalized names in ASCII. Undefined for anything else. */
export const hostOf = (domain: string): string | undefined => {
  const parsed = parseRequestUrl(`http://${domain}`)
  if (Result.isFailure(parsed)) return undefined
  const { hostname, href } = parsed.success
  return href === `http://${hostname}/` && /^[^\s/?#:@]+$/.test(domain) ? hostname : undefined
}

const Domain = Schema.String.check(
  Schema.makeFilter((domain: string) =>
    hostOf(domain) === undefined ? "must be a host name such as example.com, without scheme, port and path" : undefined
  )
)

/**
 * Options of a scrape for the pages of results. Header fields, cookies, a profile and actions are meant for one page
 * that the caller knows, and a search does not know its pages.
 */
const { actions: _actions, cookies: _cookies, headers: _headers, profile: _profile, ...pageFields } = optionFields(
  "scrape"
)

const SearchPages = Schema.Struct(pageFields).annotate({ identifier: "SearchPages" })

/** The fields of a search besides `query`. */
const searchFields = {
  limit: Schema.optionalKey(
    Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: maxLimit })).annotate({
      description: `Maximum number of results, at most ${maxLimit}. Default ${defaultLimit}.`,
      default: defaultLimit
    })
  ),
  language: Schema.optionalKey(
    Schema.Union([Language, Languages]).annotate({
      description:
        "Language of the results as a BCP 47 tag, such as de or pt-BR. Of a list, the first one. Default: that of the search engine."
    })
  ),
  time_range: Schema.optionalKey(
    TimeRange.annotate({
      description: "Only pages that the search engine dates within the last day, week, month or year."
    })
  ),
  domains: Schema.optionalKey(
    Schema.Array(Domain).check(Schema.isNonEmpty(), maxEntries(maxDomains)).annotate({
      description:
        `Only results on these hosts and their subdomains, at most ${maxDomains}. Sent to the search engine, and applied to its answer.`
    })
  ),
  pages: Schema.optionalKey(
    SearchPages.annotate({
      description:
        "Fetch the pages of the results, with these options of a scrape ({} for none): each result has a document, or the problem of its page. Default: nothing is fetched."
    })
  ),
  max_tokens: Schema.optionalKey(
    TokenCount.annotate({
      description:
        "With pages: results have chunks instead of a document, the passages that match query best, at most this many tokens of all results together."
    })
  )
} as const

const SearchQuery = Schema.String.check(
  Schema.isPattern(/\S/, { message: "must not be empty" }),
  Schema.isMaxLength(maxQuery)
).annotate({
  description: "The search, as the search engine takes it.",
  examples: ["how are tides predicted"]
})

/** A decoded search. */
export const SearchOptions = Schema.Struct({ query: SearchQuery, ...searchFields })
export type SearchOptions = typeof SearchOptions.Type
