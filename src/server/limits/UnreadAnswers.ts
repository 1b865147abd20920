import { toServerResponse } from "@effect/platform-node/NodeHttpServerRequest"
import { Context, Data, Effect, Layer, Metric, Stream } from "effect"
import {
  HttpBody,
  HttpEffect,
  HttpRouter,
  type HttpServerRequest,
  HttpServerRespondable,
  HttpServerResponse
} from "effect/http"
import { Overloaded } from "../../api/Problems.ts"
import { Shares } from "../../kernel/Shares.ts"
import { metrics } from "../../observability/metrics.ts"
import { Settings } from "../../Settings.ts"

/**
 * Bytes of answers that wait in this process because their callers do not read them. One key alone gets half, and there
 * is always room for another. A key that holds nothing may have one answer of any size.
 */
export class UnreadAnswers extends Context.Service<UnreadAnswers, {
  /** Names the owner of this request's answer. Until then the answer belongs to no key. */
  belongsTo(request: HttpServerRequest.HttpServerRequest, owner: string): void
  /** How many bytes of this owner's answers wait. */
  heldOf(owner: string): number
  /** Fails when the owner's next answer would find no room, so that we do not make it in vain. */
  check(owner: string): Effect.Effect<void, Overloaded>
  /** Counts the answer until it has been sent or its connection is gone. Without room, a problem is sent instead. */
  bounded(
    request: HttpServerRequest.HttpServerRequest,
    response: HttpServerResponse.HttpServerResponse
  ): Effect.Effect<HttpServerResponse.HttpServerResponse>
}>()("gleaner/server/limits/UnreadAnswers") {
  static readonly layer = Layer.effect(
    UnreadAnswers,
    Effect.gen(function*() {
      const { unreadBytes } = yield* Settings
      const owners = new WeakMap<object, string>()
      const held = new Shares({ units: unreadBytes / 2, reserve: unreadBytes / 2 })

      /** Each piece waits until the reader asks for the next one. A piece too many cuts the connection. */
      const counted = (owner: string, stream: Stream.Stream<Uint8Array, unknown>, hold: Hold) =>
        Stream.mapArrayEffect(stream, (pieces) => {
          const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
          hold.set(0)
          if (!held.allows(owner, bytes)) return Effect.fail(new TooMuchUnread())
          hold.set(bytes)
          return Effect.succeed(pieces)
        })

      const holdOf = (request: HttpServerRequest.HttpServerRequest, owner: string): Hold => {
        let bytes = 0
        const set = (now: number) => {
          held.take(owner, now - bytes)
          bytes = now
        }
        toServerResponse(request).once("close", () => set(0))
        return { set }
      }

      return UnreadAnswers.of({
        check: (owner) => Effect.suspend(() => !held.allows(owner) ? refused : Effect.void),
        heldOf: (owner) => held.of(owner),
        belongsTo: (request, owner) => void owners.set(request.source, owner),
        bounded: (request, response) => {
          // A request from within this process: what becomes of its answer is the answer that is counted.
          if (request.source instanceof Request) return Effect.succeed(response)
          const owner = owners.get(request.source) ?? nobody
          const { body } = response
          const bytes = body._tag === "Uint8Array" ? body.contentLength : 0
          if (!held.allows(owner, bytes)) return problem
          if (toServerResponse(request).destroyed) return Effect.succeed(response)
          if (body._tag === "Uint8Array") holdOf(request, owner).set(bytes)
          if (body._tag !== "Stream") return Effect.succeed(response)
          const { contentLength, contentType, stream } = body
          return Effect.succeed(HttpServerResponse.setBody(
            response,
            HttpBody.stream(counted(owner, stream, holdOf(request, owner)), contentType, contentLength)
          ))
        }
      })
    })
  )
}

/** Cuts a stream: its reader sees the connection end. */
class TooMuchUnread extends Data.TaggedError("TooMuchUnread") {}

/** How many bytes of one answer wait. */
interface Hold {
  readonly set: (bytes: number) => void
}

/** The owner of answers without a key. */
const nobody = ""

const retrySeconds = 2

const refused = Effect.suspend(() =>
  Effect.andThen(
    Metric.update(metrics.overloads, 1),
    Effect.fail(
      new Overloaded({
        detail:
          `Too many bytes of your answers wait to be read. Read them or close them, and try again in ${retrySeconds} s.`,
        retry_after: retrySeconds
      })
    )
  )
)

/** Replaces an answer that is ready. */
const problem = Effect.catch(refused, HttpServerRespondable.toResponse).pipe(
  Effect.map(HttpServerResponse.setHeader("retry-after", String(retrySeconds)))
)

/** Counts every answer of the service. */
export const AnswersAreBounded = HttpRouter.middleware(
  Effect.map(UnreadAnswers, ({ bounded }) => (handler) => HttpEffect.withPreResponseHandler(handler, bounded)),
  { global: true }
)
