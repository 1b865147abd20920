import { Effect, Option, Redacted, Stream } from "effect"
import { type GleanerClient, gleanerClient, type GleanerError } from "../../../../contract/client/index.ts"
import { jobIdPattern } from "../../../../core/domain/schema/job-id-pattern.ts"
import { inBrackets } from "../../../../core/domain/url-host.ts"
import { Settings } from "../../../../core/settings/Settings.ts"
import { type CommandFailed, failed, usage } from "../../output/exit-codes.ts"
import { printReport } from "../../output/output.ts"

interface KeyClient {
  readonly client: GleanerClient
  /** Name of the key. */
  readonly key: string
}

interface Page {
  readonly next_cursor: string | null
}

/** A running service as the keys of GLEANER_API_KEYS use it. `command`: the one that needs them. */
export const keyClients = Effect.fnUntraced(function*(command: string, url: Option.Option<string>) {
  const settings = yield* Settings
  const baseUrl = yield* serviceUrl(url, settings)
  const clients = settings.apiKeys.map(({ name, secret }): KeyClient => ({
    key: name,
    client: gleanerClient({ baseUrl, apiKey: Redacted.value(secret), tries: 1 })
  }))
  const [first] = clients
  if (first === undefined) {
    return yield* usage(
      `gleaner ${command} needs a key of the service: set GLEANER_API_KEYS to its value (name:secret)`
    )
  }

  const refusal = refusalOf(baseUrl)
  const ask = <A>(request: (signal: AbortSignal) => Promise<A>): Effect.Effect<A, CommandFailed> =>
    Effect.mapError(answerOf(request), refusal)

  /** Tries the keys until one has the row. */
  const find = Effect.fnUntraced(function*<A>(
    kind: "job" | Kind,
    id: string,
    act: (client: GleanerClient, signal: AbortSignal) => Promise<A>
  ) {
    for (const { client, key } of clients) {
      const found = yield* answerOf((signal) => act(client, signal)).pipe(
        Effect.asSome,
        Effect.catchIf(({ code }) => code === `${kind}_not_found`, () => Effect.succeedNone),
        Effect.mapError(refusal)
      )
      if (Option.isSome(found)) return { client, key, found: found.value }
    }
    return yield* failed(`no key in GLEANER_API_KEYS has a ${kind} ${id}; gleaner ${kind}s list shows all ${kind}s`)
  })

  /** The pages of a list. That of a running job has no end yet. */
  const pagesOf = <A extends Page>(page: (after: string | undefined, signal: AbortSignal) => Promise<A>) =>
    Stream.paginate(
      undefined as string | undefined,
      (after) =>
        Effect.map(ask((signal) => page(after, signal)), (found) => {
          const { next_cursor } = found
          return [[found], next_cursor === after ? Option.none() : Option.fromNullishOr(next_cursor)] as const
        })
    )

  return { ask, clients, find, first: first.client, pagesOf, refusal }
})

type Kind = "schedule" | "wrapper" | "profile"

/** Acts on a schedule, a wrapper or a profile, with the key that has it. */
export const withItsKey = Effect.fnUntraced(function*<A>(
  kind: Kind,
  { id, url }: { readonly url: Option.Option<string>; readonly id: string },
  act: (client: GleanerClient, id: string) => Promise<A>
) {
  if (kind !== "profile" && !jobIdPattern.test(id)) {
    return yield* usage(`${JSON.stringify(id)} is not the id of a ${kind}, which has 32 hexadecimal digits.`)
  }
  const { find } = yield* keyClients(`${kind}s`, url)
  return (yield* find(kind, id, (client) => act(client, id))).found
})

/** Prints the schedules, the wrappers or the profiles of all keys: one per line. */
export const printAll = Effect.fnUntraced(function*<A extends Page, Row>(
  kind: Kind,
  { json, url }: { readonly url: Option.Option<string>; readonly json: boolean },
  list: (client: GleanerClient, range: { readonly after: string | undefined; readonly limit: number }) => Promise<A>,
  rowsOf: (page: A) => ReadonlyArray<Row>,
  lineOf: (row: Row) => string
) {
  const { clients, pagesOf } = yield* keyClients(`${kind}s`, url)
  for (const { client } of clients) {
    const rows = Stream.flatMap(
      pagesOf((after) => list(client, { after, limit: 100 })),
      (page) => Stream.fromIterable(rowsOf(page))
    )
    yield* Stream.runForEach(rows, (row) => printReport(json ? JSON.stringify(row) : lineOf(row)))
  }
})

const answerOf = <A>(request: (signal: AbortSignal) => Promise<A>) =>
  Effect.tryPromise({ try: request, catch: asError })

export const asError = (error: unknown) => error as GleanerError // the only error of the client

/** The service at that URL, by default on this machine. */
const serviceUrl = (
  url: Option.Option<string>,
  { host, port }: Pick<Settings["Service"], "host" | "port">
): Effect.Effect<string, CommandFailed> =>
  Option.match(url, { onNone: () => Effect.succeed(`http://${reachable(host)}:${port}`), onSome: typedServiceUrl })

/** The URL of a service as typed, or an error: a name alone is not one. */
export const typedServiceUrl = (url: string): Effect.Effect<string, CommandFailed> =>
  /^https?:$/.test(URL.parse(url)?.protocol ?? "")
    ? Effect.succeed(url)
    : usage(`--url ${JSON.stringify(url)} is not the URL of a service, such as http://localhost:8080`)

/** A service that listens on every address is reached by loopback. */
const reachable = (host: string): string => {
  if (host === "0.0.0.0") return "127.0.0.1"
  if (host === "::") return "[::1]"
  return inBrackets(host)
}

/** Error message with a remedy. A problem of the API has its own. */
const refusalOf = (service: string) => ({ code, detail }: GleanerError): CommandFailed => {
  if (code === "unauthorized") return failed(`the service at ${service} does not know a key of GLEANER_API_KEYS`)
  if (code === "network_error" || code === "unexpected_answer") {
    return failed(`no Gleaner service answers at ${service}; start one, or give its URL with --url http://HOST:PORT`)
  }
  return failed(`the service at ${service} refused: ${detail}`)
}
