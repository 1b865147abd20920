import { Duration, Effect, Option, Schema, Stream } from "effect"
import { HttpClientRequest, type HttpClientResponse } from "effect/http"
import { type EngineAnswer, type EngineQuery, type MakeEngine, SearchFailed } from "./Engine.ts"

/**
 * SearXNG, by its search API (https://docs.searxng.org/dev/search_api.html). The form of its answers is that of
 * `get_json_response` in searx/webutils.py.
 */
export const searxng: MakeEngine = ({ base, client, timeout, userAgent }) => {
  const request = (query: EngineQuery) =>
    HttpClientRequest.get(`${base}/search`, {
      urlParams: {
        q: withDomains(query),
        format: "json",
        pageno: String(query.page),
        ...(query.language === undefined ? {} : { language: localeOf(query.language) }),
        ...(query.timeRange === undefined ? {} : { time_range: query.timeRange })
      },
      headers: { accept: "application/json", "user-agent": userAgent }
    })
  return Effect.fn("searxng.search")((query) =>
    Effect.flatMap(
      client.execute(request(query)),
      (response) => Effect.flatMap(bodyOf(response), (body) => answerOf(response, body))
    ).pipe(
      Effect.catchTag("HttpClientError", () => failed(unreachable)),
      Effect.timeoutOrElse({ duration: timeout, orElse: () => failed(tooSlow(timeout)) })
    )
  )
}

/** Most engines understand `site:`, and results of the others are filtered. */
const withDomains = ({ domains, text }: EngineQuery): string => {
  const sites = domains.map((domain) => `site:${domain}`)
  if (sites.length < 2) return [text, ...sites].join(" ")
  return `${text} (${sites.join(" OR ")})`
}

/** A tag in the form that SearXNG takes: a language, and a region if there is one (`VALID_LANGUAGE_CODE`). */
const localeOf = (tag: string): string => {
  const { language, region } = new Intl.Locale(tag)
  return region === undefined || !/^[A-Z]{2}$/.test(region) ? language : `${language}-${region}`
}

const bodyOf = (response: HttpClientResponse.HttpClientResponse) =>
  response.stream.pipe(
    Stream.mapError(() => new SearchFailed({ message: unreachable })),
    (bytes) => Stream.limitBytes(bytes, maxAnswer, () => Stream.fail(new SearchFailed({ message: tooLarge }))),
    Stream.decodeText(),
    Stream.mkString
  )

/** Bytes. An answer has some hundred KiB at most. */
const maxAnswer = 8 * 1024 * 1024

const answerOf = Effect.fnUntraced(function*(
  { headers, status }: HttpClientResponse.HttpClientResponse,
  body: string
): Effect.fn.Return<EngineAnswer, SearchFailed> {
  if (status !== 200) return yield* failed(faultOf(status, body))
  const type = headers["content-type"] ?? ""
  if (/html/i.test(type)) return yield* failed(html)
  const json = decodeAnswer(body)
  if (Option.isNone(json)) return yield* failed(notJson)
  const { results, unresponsive_engines = [] } = json.value
  const unresponsive = unresponsive_engines.map(([engine = "", reason = ""]) => ({ engine, reason }))
  if (results.length === 0 && unresponsive.length > 0) {
    const list = unresponsive.map(({ engine, reason }) => reason === "" ? engine : `${engine} (${reason})`)
    return yield* failed(
      `SearXNG has no results, because its engines did not answer: ${
        list.slice(0, maxListed).join(", ")
      }. Try again later; an operator can enable other engines in settings.yml.`
    )
  }
  return {
    unresponsive,
    results: results.map(({ content, engine, engines, title, url }) => ({
      url: url ?? "",
      title: title ?? "",
      snippet: content ?? "",
      engines: engines ?? (engine === undefined || engine === null ? [] : [engine])
    }))
  }
})

const maxListed = 10

const optional = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** The fields that are read. SearXNG gives many more, and null for absent ones. */
const Answer = Schema.Struct({
  results: Schema.Array(Schema.Struct({
    url: optional(Schema.String),
    title: optional(Schema.String),
    content: optional(Schema.String),
    engine: optional(Schema.String),
    engines: optional(Schema.Array(Schema.String))
  })),
  unresponsive_engines: Schema.optionalKey(Schema.Array(Schema.Array(Schema.String)))
})

const decodeAnswer = Schema.decodeUnknownOption(Schema.fromJsonString(Answer))

const failed = (message: string) => Effect.fail(new SearchFailed({ message }))

const faultOf = (status: number, body: string): string => {
  if (status === 403) return formatOff
  if (status === 429) return limited
  if (status >= 300 && status < 400) return redirected
  const error = Option.getOrUndefined(decodeError(body))?.error
  const said = error === undefined || error === "" ? "" : ` (${error.slice(0, 200)})`
  return `SearXNG answers ${status}${said}. Its log has the cause.`
}

/** `index_error` of searx/webapp.py. */
const decodeError = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ error: Schema.String })))

const formatOff =
  "SearXNG answers 403: its JSON format is switched off. An operator adds json to search.formats in its settings.yml, and restarts it."

const limited =
  "SearXNG answers 429: its limiter refuses the service. An operator adds the address of the service to pass_ip in its limiter.toml, or sets server.limiter to false in settings.yml."

const redirected =
  "SearXNG answers with a redirect. A query must not have the external bang !!; otherwise an operator sets GLEANER_SEARCH to the address that the redirect leads to."

const html =
  "The search engine answers with HTML instead of JSON. An operator checks that the address in GLEANER_SEARCH is SearXNG's own, and that no login page is before it."

const notJson =
  "The search engine's answer is not the JSON of SearXNG. An operator checks that the address in GLEANER_SEARCH is SearXNG's own."

const unreachable =
  "The search engine cannot be reached, or closed the connection. An operator checks that SearXNG runs at the address in GLEANER_SEARCH."

const tooLarge = `The search engine's answer is larger than ${maxAnswer} bytes.`

const tooSlow = (limit: Duration.Duration): string =>
  `The search engine did not answer within ${Duration.format(limit)}; try again later.`
