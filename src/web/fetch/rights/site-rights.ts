import { Effect, Result, Scope } from "effect"
import type { HttpClient } from "effect/http"
import { isOutOfTime, type PageError } from "../../../core/domain/errors/PageError.ts"
import type { Settings } from "../../../core/settings/Settings.ts"
import { redirectTarget } from "../../net/redirects.ts"
import { readRsl } from "../../rights/read-rsl.ts"
import { readTdmrep } from "../../rights/read-tdmrep.ts"
import { noFile, type SiteFile } from "../../rights/SiteFile.ts"
import type { Statement } from "../../rights/Statement.ts"
import { freshness, minLifetime } from "../../robots/fetch-robots.ts"
import { fileCache, type LoadedFile } from "../../robots/file-cache.ts"
import type { Visits } from "../../visits/Visits.ts"
import { askSite } from "../ask-site.ts"
import { BodyScope } from "../BodyBudget.ts"
import { decodeBody } from "../decode-body.ts"

/** Max bytes of a file about rights. */
const maxBody = 256 * 1024
const maxRedirects = 5
/** RSL files that are read for one page. */
const maxLicenses = 3
/** A file is counted with its parsed rules. */
const maxCacheBytes = 32 * 1024 * 1024
const bytesOfEntry = 1024

type Read = (text: string, origin: string) => SiteFile

/**
 * The statements of a site about the use of a URL that are known before it is requested: robots.txt, the RSL files that
 * its License lines name, and `/.well-known/tdmrep.json`. Each file is fetched once per origin, by visits, and cached
 * as robots.txt is: at most a day. A file that the site does not have, or that may not be fetched, says nothing.
 */
export const siteRights = Effect.fnUntraced(function*(
  client: HttpClient.HttpClient,
  visits: Visits["Service"],
  settings: Settings["Service"]
) {
  const ask = askSite({ client, visits, settings: { ...settings, maxBody, retries: 0 } })
  const cached = fileCache<SiteFile>(yield* Scope.Scope, settings.robotsTtl, maxCacheBytes)
  const headers = {
    "user-agent": settings.userAgent,
    "accept": "application/rsl+xml,application/json,text/xml;q=0.9,*/*;q=0.5",
    "accept-encoding": "gzip, br, deflate"
  }

  /** The file at the end of its redirects. */
  const fetched = Effect.fnUntraced(function*(url: URL, origin: string, read: Read) {
    let at = url
    for (let hop = 0; hop <= maxRedirects; hop++) {
      const { response } = yield* ask(at, { url: at.href, headers }, () => true)
      const target = Result.getOrElse(redirectTarget(response, at), () => undefined)
      if (target === undefined) {
        const life = response.status >= 500 || response.status === 429 ? minLifetime : yield* freshness(response)
        const decoded = response.status === 200 ? Result.getOrUndefined(decodeBody(response, maxBody)) : undefined
        if (decoded === undefined) return { ...missing, life }
        const text = new TextDecoder().decode(decoded.body)
        return { content: read(text, origin), bytes: bytesOfEntry + 8 * text.length, life }
      }
      at = target
    }
    return missing
  })

  const load = Effect.fn("SiteRights.load")((url: URL, origin: string, read: Read) =>
    Effect.catchIf(
      Effect.provideService(fetched(url, origin, read), BodyScope, undefined),
      (error: PageError) => !isPassing(error),
      () => Effect.succeed(missing)
    )
  )

  /** The files about a URL, as its robots.txt names them. */
  const filesOf = ({ origin }: URL, statements: ReadonlyArray<Statement>) => [
    { url: new URL("/.well-known/tdmrep.json", origin), read: readTdmrep },
    ...statements.flatMap(({ license }) => license ?? []).slice(0, maxLicenses)
      .map((license) => ({ url: new URL(license), read: readRsl }))
  ]

  const statedBy = (files: ReadonlyArray<SiteFile>, url: URL) => files.flatMap((file) => file(url))

  return {
    /** Fetches the files that are not cached. */
    statementsFor: Effect.fnUntraced(function*(url: URL) {
      const own = (yield* visits.rulesFor(url)).statementsFor(url)
      const files = yield* Effect.forEach(
        filesOf(url, own),
        ({ read, url: at }) => cached.contentFor(at, keyOf(at, url.origin), load(at, url.origin, read))
      )
      return [...own, ...statedBy(files, url)]
    }),
    /** The same from the cache, without a request. */
    known: Effect.fnUntraced(function*(url: URL) {
      const own = (yield* visits.knownRules(url))?.statementsFor(url) ?? []
      const files = yield* Effect.forEach(filesOf(url, own), (file) => cached.known(keyOf(file.url, url.origin)))
      return [...own, ...statedBy(files.flatMap((file) => file ?? []), url)]
    })
  }
})

/** A file that is missing, or that may not be fetched. */
const missing: LoadedFile<SiteFile> = { content: noFile, bytes: bytesOfEntry, life: minLifetime }

const keyOf = (url: URL, origin: string): string => `${origin} ${url.href}`

/** Says nothing about the file: another request may get it. */
const isPassing = (error: PageError): boolean =>
  isOutOfTime(error) || error.code === "overloaded" || error.code === "store_unavailable"
