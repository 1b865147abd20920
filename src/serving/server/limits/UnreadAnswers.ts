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
import { Overloaded } from "../../../contract/api/Problems.ts"
import { Shares } from "../../../core/kernel/fair/Shares.ts"
import { metrics } from "../../../core/observability/metrics.ts"
import { Settings } from "../../../core/settings/Settings.ts"

/**
 * Bytes of answers that wait in this process because their callers do not read them. One key alone gets half, and
 * another key always finds capacity. A key without unread answers may have one of any size.
 */
export class UnreadAnswers extends Context.Service<UnreadAnswers, {
  /** Names the owner of this request's answer. Until then the answer belongs to no key. */
  belongsTo(request: HttpServerRequest.HttpServerRequest, owner: string): void
  /** How many bytes of this owner's answers wait. */
  unreadOf(owner: string): number
  /** Fails when there is no capacity for the owner's next answer, before it is made. */
  check(owner: string): Effect.Effect<void, Overloaded>
  /**
   * Counts the answer until it has been sent or its connection is gone. Without capacity, a problem is sent instead.
   */
  bounded(
    request: HttpServerRequest.HttpServerRequest,
    response: HttpServerResponse.HttpServerResponse
  ): Effect.Effect<HttpServerResponse.HttpServerResponse>
}>()("gleaner/serving/server/limits/UnreadAnswers") {
  static readonly layer = Layer.effect(
    UnreadAnswers,
    Effect.gen(function*() {
      const { unreadBytes } = yield* Settings
      const owners = new WeakMap<object, string>()
      const unread = new Shares({ units: unreadBytes / 2, reserve: unreadBytes / 2 })

      /** Each chunk is sent when the reader has taken the one before. A chunk beyond the limit cuts the connection. */
      const counted = (owner: string, stream: Stream.Stream<Uint8Array, unknown>, reservation: Reservation) =>
        Stream.mapArrayEffect(stream, (pieces) => {
          const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
          reservation.set(0)
          if (!unread.allows(owner, bytes)) return Effect.fail(new TooMuchUnread())
          reservation.set(bytes)
          return Effect.succeed(pieces)
        })

      const reservationOf = (request: HttpServerRequest.HttpServerRequest, owner: string): Reservation => {
        let bytes = 0
        const set = (now: number) => {
          unread.take(owner, now - bytes)
          bytes = now
        }
        toServerResponse(request).once("close", () => set(0))
        return { set }
      }

      return UnreadAnswers.of({
        check: (owner) => Effect.suspend(() => !unread.allows(owner) ? refused : Effect.void),
        unreadOf: (owner) => unread.of(owner),
        belongsTo: (request, owner) => void owners.set(request.source, owner),
        bounded: (request, response) => {
          // A request from within this process: what becomes of its answer is the answer that is counted.
          if (request.source instanceof Request) return Effect.succeed(response)
          const owner = owners.get(request.source) ?? unowned
          const { body } = response
          const bytes = body._tag === "Uint8Array" ? body.contentLength : 0
          if (!unread.allows(owner, bytes)) return problem
          if (toServerResponse(request).destroyed) return Effect.succeed(response)
          if (body._tag === "Uint8Array") reservationOf(request, owner).set(bytes)
          if (body._tag !== "Stream") return Effect.succeed(response)
          const { contentLength, contentType, stream } = body
          return Effect.succeed(HttpServerResponse.setBody(
            response,
            HttpBody.stream(counted(owner, stream, reservationOf(request, owner)), contentType, contentLength)
          ))
        }
      })
    })
  )
}

/** Cuts a stream: its reader sees the connection end. */
class TooMuchUnread extends Data.TaggedError("TooMuchUnread") {}

/** How many bytes of one answer wait. */
interface Reservation {
  readonly set: (bytes: number) => void
}

/** The owner of answers without a key. */
const unowned = ""

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
export const answersAreBounded = HttpRouter.middleware(
  Effect.map(UnreadAnswers, ({ bounded }) => (handler) => HttpEffect.withPreResponseHandler(handler, bounded)),
  { global: true }
)
