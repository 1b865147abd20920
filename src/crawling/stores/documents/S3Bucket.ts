import { Effect, Schema } from "effect"
import type { HttpClient } from "effect/http"
import { XMLParser } from "fast-xml-parser"
import type { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"
import { StoreFull } from "../../jobs/StoreFull.ts"
import { away, isFull, type S3Environment, type S3Refused, s3Sender } from "./s3-sender.ts"

/** Requests to a bucket, with retries. Keys have no characters that need escapes. */
export interface S3Bucket {
  put(key: string, bytes: Uint8Array): Effect.Effect<void, StoreFull | StoreUnavailable>
  /** The bytes in [from, to), or none if the object is gone. */
  get(key: string, from: number, to: number): Effect.Effect<Uint8Array | undefined, StoreUnavailable>
  /** All keys with this prefix, in the order of their bytes. */
  list(prefix: string): Effect.Effect<ReadonlyArray<string>, StoreUnavailable>
  /** Succeeds if there is no such object. */
  delete(key: string): Effect.Effect<void, StoreUnavailable>
  /** Tries to write, list and delete. */
  readonly check: Effect.Effect<void, S3Refused | StoreUnavailable>
}

export const s3Bucket = Effect.fnUntraced(function*(
  environment: S3Environment,
  bucket: string,
  prefix: string,
  times = maxRetries
): Effect.fn.Return<S3Bucket, never, HttpClient.HttpClient> {
  const send = yield* s3Sender(environment, bucket, times)

  const list = Effect.fnUntraced(function*(below: string) {
    const keys: Array<string> = []
    let token: string | undefined
    do {
      const query = new URLSearchParams({ "list-type": "2", prefix: below })
      if (token !== undefined) query.set("continuation-token", token)
      const xml = yield* send({ method: "GET", path: "", search: `?${query}` })
      const page = yield* Effect.mapError(decodeList(parser.parse(Buffer.from(xml).toString())), away)
      keys.push(...page.ListBucketResult.Contents.map(({ Key }) => Key))
      token = page.ListBucketResult.NextContinuationToken
    } while (token !== undefined)
    return keys
  })

  const remove = (key: string) => send({ method: "DELETE", path: `/${key}` }).pipe(Effect.asVoid)

  return {
    put: (key, body) =>
      send({ method: "PUT", path: `/${key}`, body }).pipe(
        Effect.asVoid,
        Effect.mapError((error) => isFull(error) ? new StoreFull({ reason: error.message }) : away(error))
      ),
    get: (key, from, to) =>
      send({ method: "GET", path: `/${key}`, headers: { range: `bytes=${from}-${to - 1}` } }).pipe(
        Effect.catch((error) => error._tag === "S3Refused" && error.status === 404 ? Effect.undefined : away(error))
      ),
    list: (below) => Effect.mapError(list(below), away),
    delete: (key) =>
      remove(key).pipe(
        Effect.catch((error) => error._tag === "S3Refused" && error.status === 404 ? Effect.void : away(error))
      ),
    check: Effect.gen(function*() {
      const key = `${prefix === "" ? "" : `${prefix}/`}probe`
      yield* send({ method: "PUT", path: `/${key}`, body: new Uint8Array(1) })
      yield* list(key)
      yield* remove(key)
    })
  }
})

const maxRetries = 4

const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === "Contents" })

const decodeList = Schema.decodeUnknownEffect(Schema.Struct({
  ListBucketResult: Schema.Struct({
    Contents: Schema.Array(Schema.Struct({ Key: Schema.String })).pipe(
      Schema.withDecodingDefaultKey(Effect.succeed([]))
    ),
    NextContinuationToken: Schema.optionalKey(Schema.String)
  })
}))
