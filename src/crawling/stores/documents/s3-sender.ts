import { AwsV4Signer } from "aws4fetch"
import { Config, Duration, Effect, Redacted, Schedule, Schema } from "effect"
import { HttpClient, HttpClientRequest, type HttpClientResponse } from "effect/http"
import { createHash } from "node:crypto"
import { StoreUnavailable } from "../../../core/domain/errors/StoreUnavailable.ts"

/** Endpoint and credentials, from the standard variables of S3 tools. */
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

/** A permanent refusal: the credentials, the region or the name is wrong. */
export class S3Refused extends Schema.TaggedError<S3Refused>()("S3Refused", {
  status: Schema.Int,
  /** The code of S3, such as `NoSuchKey`. */
  code: Schema.String
}) {
  override get message(): string {
    return `the bucket answered ${this.status} ${this.code}`.trimEnd()
  }
}

export interface S3Request {
  readonly method: "GET" | "PUT" | "DELETE"
  readonly path: string
  readonly search?: string
  readonly headers?: Record<string, string>
  readonly body?: Uint8Array
}

/** Sends signed requests to a bucket, and retries temporary faults. Returns the bytes of the answer. */
export const s3Sender = Effect.fnUntraced(function*(
  environment: S3Environment,
  bucket: string,
  times: number
) {
  const client = yield* HttpClient.HttpClient
  const base = baseOf(environment, bucket)
  /** The signing key of each day. */
  const cache = new Map<string, ArrayBuffer>()

  return Effect.fnUntraced(
    function*(request: S3Request) {
      const response = yield* client.execute(yield* signed(environment, base, request, cache))
      const bytes = yield* response.arrayBuffer
      if (response.status < 300) return new Uint8Array(bytes)
      return yield* new S3Refused({ status: response.status, code: codeOf(response, bytes) })
    },
    Effect.timeout(timeout),
    Effect.retry({ schedule: retries, times, while: isTemporary }),
    Effect.mapError((error) => error._tag === "S3Refused" && !isTemporary(error) ? error : away(error))
  )
})

const signed = Effect.fnUntraced(function*(
  { accessKeyId, region, secretAccessKey, sessionToken }: S3Environment,
  base: string,
  { body, headers, method, path, search }: S3Request,
  cache: Map<string, ArrayBuffer>
) {
  const signed = yield* Effect.promise(() =>
    new AwsV4Signer({
      method,
      url: `${base}${path}${search ?? ""}`,
      headers: { ...headers, "x-amz-content-sha256": createHash("sha256").update(body ?? "").digest("hex") },
      accessKeyId,
      secretAccessKey: Redacted.value(secretAccessKey),
      ...(sessionToken._tag === "Some" ? { sessionToken: Redacted.value(sessionToken.value) } : {}),
      service: "s3",
      region,
      cache
    }).sign()
  )
  const made = HttpClientRequest.make(method)(signed.url, { headers: Object.fromEntries(signed.headers) })
  return body === undefined ? made : HttpClientRequest.bodyUint8Array(made, body, "application/octet-stream")
})

/** With a custom endpoint, the bucket is in the path, as all compatible stores support. */
const baseOf = ({ endpoint, region }: S3Environment, bucket: string): string => {
  if (endpoint._tag === "Some") return `${endpoint.value.replace(/\/+$/, "")}/${bucket}`
  // A certificate for *.s3.amazonaws.com does not cover a name with dots.
  return bucket.includes(".")
    ? `https://s3.${region}.amazonaws.com/${bucket}`
    : `https://${bucket}.s3.${region}.amazonaws.com`
}

/** Of one attempt. An object has a few MiB. */
const timeout = "30 seconds"
const retries = Schedule.exponential(Duration.millis(100), 3).pipe(Schedule.jittered)

/** All requests are idempotent: a key is never written with other bytes. */
const isTemporary = (error: { readonly _tag: string }): boolean =>
  !(error instanceof S3Refused) || error.status >= 500 && !noCapacity.has(error.code) || error.status === 429 ||
  error.code === "RequestTimeout"

export const isFull = (error: { readonly _tag: string }): boolean =>
  error instanceof S3Refused && noCapacity.has(error.code)

const noCapacity = new Set(["QuotaExceeded", "XMinioStorageFull", "InsufficientStorage", "StorageFull"])

/** A fault of the bucket as one of the store. */
export const away = (error: { readonly message: string }): StoreUnavailable =>
  error instanceof StoreUnavailable ? error : new StoreUnavailable({ reason: `documents: ${error.message}` })

const codeOf = (response: HttpClientResponse.HttpClientResponse, body: ArrayBuffer): string =>
  /<Code>(\w{1,64})<\/Code>/.exec(Buffer.from(body).subarray(0, 2048).toString())?.[1] ??
    (response.status === 507 ? "InsufficientStorage" : "")
