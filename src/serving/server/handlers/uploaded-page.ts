import { Clock, Effect, Schema, Scope } from "effect"
import type { HttpServerRequest } from "effect/http"
import { isUtf8 } from "node:buffer"
import { ExtractPayload } from "../../../contract/api/Extract.ts"
import { InvalidRequest, RequestTooLarge, UnsupportedMediaType } from "../../../contract/api/Problems.ts"
import { type PageOptions, pageOptions } from "../../../core/domain/options/PageOptions.ts"
import { strict } from "../../../core/domain/schema/strict.ts"
import { RequestContext } from "../../../core/kernel/RequestContext.ts"
import { Settings } from "../../../core/settings/Settings.ts"
import { Extractor } from "../../../extract/Extractor.ts"
import type { PageInput } from "../../../extract/Page.ts"
import { offlineInput, offlineUrls } from "../../../page/page-input.ts"
import { BodyBudget } from "../../../web/fetch/BodyBudget.ts"
import { encodingOf } from "../../../web/fetch/charset/charset.ts"
import { hasNoText, parseContentType } from "../../../web/fetch/media-type.ts"
import { wholeBody } from "../../../web/net/coded-stream.ts"
import { codingsOf } from "../../../web/net/content-coding.ts"
import { invalidFields, invalidRequest } from "../http/decode-problems.ts"
import { htmlMember } from "../http/html-member.ts"
import { parsedJson } from "../http/RequestBody.ts"

/** Options of a page that its caller sends. */
export interface UploadOptions extends PageOptions {
  readonly url?: string
}

export interface UploadedPage {
  readonly options: PageOptions
  readonly input: Omit<PageInput, "options">
}

/**
 * Reads the pages that callers send. Together their bodies take as much memory as those that are fetched for callers.
 */
export const uploadedPages = Effect.gen(function*() {
  const { maxBody, maxRequestBody } = yield* Settings
  const { parsers } = yield* Extractor
  const bodies = new BodyBudget()

  const bodyOf = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest, limit: number) {
    const tooLarge = new RequestTooLarge({ detail: `The body is larger than ${limit} bytes, the limit for a page.` })
    if (Number(request.headers["content-length"] ?? 0) > limit) return yield* tooLarge
    const reservation = bodies.open(yield* RequestContext)
    yield* Scope.addFinalizer(yield* Effect.scope, reservation.close)
    const body = yield* wholeBody(request.stream, limit, reservation).pipe(
      Effect.mapError((error) =>
        error._tag === "DecodedTooLarge"
          ? tooLarge
          : new InvalidRequest({ detail: "The body could not be read to its end; send it again." })
      )
    )
    return body.length === 0 ? yield* new InvalidRequest({ detail: "The body is empty; send a page." }) : body
  })

  /** A page in JSON. Its reader parses the string. */
  const pageInJson = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest) {
    const bytes = yield* bodyOf(request, maxBody + maxRequestBody)
    if (!isUtf8(bytes)) return yield* new InvalidRequest({ detail: "The body is not valid UTF-8; send JSON in UTF-8." })
    const { html, rest } = yield* htmlMember(bytes)
    if (rest.length > maxRequestBody) {
      return yield* new RequestTooLarge({
        detail: `The body is larger than ${maxRequestBody} bytes besides html, the limit for a request.`
      })
    }
    const value = yield* parsedJson(new TextDecoder().decode(rest))
    const { html: _, ...options } = yield* Effect.mapError(
      decodePayload(value),
      ({ issue }) => invalidRequest("Payload", issue, value)
    )
    if (html === undefined || html.length <= "\"\"".length) {
      return yield* invalidFields([{ pointer: "/html", detail: "is empty; send a page" }])
    }
    return { options, body: html, headers: {}, isJsonString: true } as const
  })

  /** A page as the body itself. */
  const pageAsBody = Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest, options: UploadOptions) {
    const problem = unreadable(request.headers, parsers)
    if (problem !== undefined) return yield* problem
    const contentType = request.headers["content-type"]
    const coding = request.headers["content-encoding"]
    return {
      options,
      body: yield* bodyOf(request, maxBody),
      headers: {
        ...(contentType === undefined ? {} : { "content-type": contentType }),
        ...(coding === undefined ? {} : { "content-encoding": coding })
      },
      isJsonString: false
    } as const
  })

  return Effect.fnUntraced(function*(request: HttpServerRequest.HttpServerRequest, query: UploadOptions) {
    const isJson = parseContentType(request.headers["content-type"])?.essence === "application/json"
    const { body, headers, isJsonString, options } = isJson && Object.keys(query).length === 0
      ? yield* pageInJson(request)
      : yield* pageAsBody(request, query)
    const input = offlineInput({
      ...offlineUrls(options.url ?? ""),
      mediaType: isJsonString ? "text/html" : "",
      charset: isJsonString ? "utf-8" : undefined,
      body,
      fetchedAt: yield* Clock.currentTimeMillis
    })
    const page: UploadedPage = {
      options: pageOptions(options),
      input: { ...input, ...(isJsonString ? { isJsonString } : { headers, asSent: { maxBytes: maxBody } }) }
    }
    return page
  })
})

const decodePayload = Schema.decodeUnknownEffect(ExtractPayload, strict)

/** The problem of a page that cannot be read, by the header fields of its request. */
const unreadable = (headers: Readonly<Record<string, string | undefined>>, parsers: ReadonlyArray<string>) => {
  const contentType = headers["content-type"]
  const declared = parseContentType(contentType)
  const hasParser = declared !== undefined && (!hasNoText(declared.essence) || parsers.includes(declared.essence))
  if (contentType !== undefined && !hasParser) {
    return new UnsupportedMediaType({
      detail: `There is no parser for ${
        contentType.slice(0, 100)
      }; capabilities.parsers of /v1/health lists what can be read.`
    })
  }
  if (declared?.charset !== undefined && encodingOf(declared.charset) === undefined) {
    return invalidFields([{
      header: "content-type",
      detail: "names a charset that is not a label of the Encoding standard; leave it out to have it detected"
    }])
  }
  return codingsOf(headers["content-encoding"]) === undefined
    ? new UnsupportedMediaType({
      detail: "The Content-Encoding is none that Gleaner decodes; send gzip, br, zstd or none."
    })
    : undefined
}
