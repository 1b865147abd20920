import { AwsV4Signer } from "aws4fetch"
import { Config, Duration, Effect, Redacted, Schedule, Schema } from "effect"
import { HttpClient, HttpClientRequest, type HttpClientResponse } from "effect/http"
import { XMLParser } from "fast-xml-parser"
import { createHash } from "node:crypto"
import { StoreUnavailable } from "../../domain/StoreUnavailable.ts"
import { StoreFull } from "../../jobs/StoreFull.ts"

/** Where the bucket is and who we are there, by the variables that every S3 tool knows. */
export const s3Environment = Config.all({
  endpoint: Config.option(
    Config.String("AWS_ENDPOINT_URL_S3").pipe(Config.orElse(() => Config.String("AWS_ENDPOINT_URL")))
  ),
  region: Config.String("AWS_REGION").pipe(
    Config.orElse(() => Config.String("AWS_DEFAULT_REGION")),
    Config.withDefault("us-east-1")
  ),
  accessKeyId: Config.String("AWS_ACCESS_KEY_ID"),
  secretAccessKey: Config.Redacted("AWS_SECRET_ACCESS_KEY"),
  sessionToken: Config.option(Config.Redacted("AWS_SESSION_TOKEN"))
})

export type S3Environment = Config.Success<typeof s3Environment>

/** The bucket refused: the credentials, the region or the name is wrong. It does not pass by itself. */
export class S3Refused extends Schema.TaggedError<S3Refused>()("S3Refused", {
  status: Schema.Int,
  /** The code of S3, such as `NoSuchKey`. */
  code: Schema.String
}) {
  override get message(): string {
    return `the bucket answered ${this.status} ${this.code}`.trimEnd()
  }
}

/** The few requests that documents need, with retries. Keys have no characters that need escapes. */
export interface S3Bucket {
  put(key: string, bytes: Uint8Array): Effect.Effect<void, StoreFull | StoreUnavailable>
  /** The bytes in [from, to), or none if the object is gone. */
  get(key: string, from: number, to: number): Effect.Effect<Uint8Array | undefined, StoreUnavailable>
  /** All keys that begin so, in the order of their bytes. */
  list(prefix: string): Effect.Effect<ReadonlyArray<string>, StoreUnavailable>
  /** An object that is gone already is no failure. */
  delete(key: string): Effect.Effect<void, StoreUnavailable>
  /** Tries to write, list and delete. */
  readonly check: Effect.Effect<void, S3Refused | StoreUnavailable>
}

export const s3Bucket = Effect.fnUntraced(function*(
  environment: S3Environment,
  bucket: string,
  prefix: string,
  times = mostRetries
): Effect.fn.Return<S3Bucket, never, HttpClient.HttpClient> {
  const client = yield* HttpClient.HttpClient
  const base = baseOf(environment, bucket)
  /** The key that is derived for each day. */
  const cache = new Map<string, ArrayBuffer>()

  const send = Effect.fnUntraced(
    function*(request: Request) {
      const { body, headers, method, path, search } = request
      const signed = yield* Effect.promise(() =>
        new AwsV4Signer({
          method,
          url: `${base}${path}${search ?? ""}`,
          headers: { ...headers, "x-amz-content-sha256": createHash("sha256").update(body ?? "").digest("hex") },
          accessKeyId: environment.accessKeyId,
          secretAccessKey: Redacted.value(environment.secretAccessKey),
          ...(environment.sessionToken._tag === "Some"
            ? { sessionToken: Redacted.value(environment.sessionToken.value) }
            : {}),
          service: "s3",
          region: environment.region,
          cache
        }).sign()
      )
      const made = HttpClientRequest.make(method)(signed.url, { headers: Object.fromEntries(signed.headers) })
      const response = yield* client.execute(
        body === undefined ? made : HttpClientRequest.bodyUint8Array(made, body, "application/octet-stream")
      )
      const bytes = yield* response.arrayBuffer
      if (response.status < 300) return new Uint8Array(bytes)
      return yield* new S3Refused({ status: response.status, code: codeOf(response, bytes) })
    },
    Effect.timeout(patience),
    Effect.retry({ schedule: retries, times, while: mayPass }),
    Effect.mapError((error) => error._tag === "S3Refused" && !mayPass(error) ? error : away(error))
  )

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
        Effect.mapError((error) =>
          error._tag === "S3Refused" && noRoom.has(error.code)
            ? new StoreFull({ reason: error.message })
            : away(error)
        )
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

interface Request {
  readonly method: "GET" | "PUT" | "DELETE"
  readonly path: string
  readonly search?: string
  readonly headers?: Record<string, string>
  readonly body?: Uint8Array
}

/** With an endpoint of one's own, the bucket is in the path: every compatible store understands that. */
const baseOf = ({ endpoint, region }: S3Environment, bucket: string): string => {
  if (endpoint._tag === "Some") return `${endpoint.value.replace(/\/+$/, "")}/${bucket}`
  // A certificate for *.s3.amazonaws.com does not cover a name with dots.
  return bucket.includes(".")
    ? `https://s3.${region}.amazonaws.com/${bucket}`
    : `https://${bucket}.s3.${region}.amazonaws.com`
}

/** One attempt. An object has a few MiB. */
const patience = "30 seconds"
const mostRetries = 4
const retries = Schedule.exponential(Duration.millis(100), 3).pipe(Schedule.jittered)

/** Requests of ours can all be repeated: a key is never written with other bytes. */
const mayPass = (error: { readonly _tag: string }): boolean =>
  !(error instanceof S3Refused) || error.status >= 500 && !noRoom.has(error.code) || error.status === 429 ||
  error.code === "RequestTimeout"

const noRoom = new Set(["QuotaExceeded", "XMinioStorageFull", "InsufficientStorage", "StorageFull"])

const away = (error: { readonly message: string }): StoreUnavailable =>
  error instanceof StoreUnavailable ? error : new StoreUnavailable({ reason: `documents: ${error.message}` })

const codeOf = (response: HttpClientResponse.HttpClientResponse, body: ArrayBuffer): string =>
  /<Code>(\w{1,64})<\/Code>/.exec(Buffer.from(body).subarray(0, 2048).toString())?.[1] ??
    (response.status === 507 ? "InsufficientStorage" : "")

const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === "Contents" })

const decodeList = Schema.decodeUnknownEffect(Schema.Struct({
  ListBucketResult: Schema.Struct({
    Contents: Schema.Array(Schema.Struct({ Key: Schema.String })).pipe(
      Schema.withDecodingDefaultKey(Effect.succeed([]))
    ),
    NextContinuationToken: Schema.optionalKey(Schema.String)
  })
}))
