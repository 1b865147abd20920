import { Redacted, Result } from "effect"
import { nearestName } from "../kernel/nearest-name.ts"
import { type Kind, parsed } from "./kinds.ts"

/** Store of jobs. */
export type StorePlace =
  | { readonly _tag: "Memory" }
  | { readonly _tag: "Sqlite"; readonly path: string }
  /** The URL may contain a password. */
  | { readonly _tag: "Postgres"; readonly url: Redacted.Redacted }

/** Whether Postgres is behind a pooler in transaction mode. A URL is for LISTEN, and may contain a password. */
export type StorePooler = "on" | "off" | Redacted.Redacted

/** Store of documents. */
export type DocumentsPlace =
  /** The store of jobs. */
  | { readonly _tag: "Store" }
  | { readonly _tag: "File"; readonly folder: string }
  /** `prefix` begins the name of every object. It may be empty, and neither begins nor ends with a slash. */
  | { readonly _tag: "S3"; readonly bucket: string; readonly prefix: string }

export const storePlace: Kind<StorePlace> = parsed<StorePlace>((raw) => {
  const { rest, scheme } = splitScheme(raw)
  switch (scheme) {
    case "memory":
      return rest === "" ? Result.succeed({ _tag: "Memory" }) : Result.fail("memory has nothing after it")
    case "sqlite":
      return rest ? Result.succeed({ _tag: "Sqlite", path: rest }) : Result.fail("sqlite: needs the path of a file")
    case "postgres":
    case "postgresql":
      return Result.map(postgresUrl(raw), (url): StorePlace => ({ _tag: "Postgres", url }))
  }
  const all = "the kinds of store are memory, sqlite:PATH and postgres://HOST/DATABASE"
  return unknownScheme(scheme, ["memory", "sqlite", "postgres"], all)
}, (place) => {
  switch (place._tag) {
    case "Memory":
      return "memory"
    case "Sqlite":
      return `sqlite:${place.path}`
    case "Postgres":
      return shownUrl(place.url)
  }
})

export const storePooler: Kind<StorePooler> = parsed<StorePooler>(
  (raw) =>
    raw === "on" || raw === "off"
      ? Result.succeed(raw)
      : Result.mapError(postgresUrl(raw), () =>
        "it is neither on nor off, nor a URL with a host and the name of a database"),
  (value) => typeof value === "string" ? value : shownUrl(value)
)

const postgresUrl = (raw: string): Result.Result<Redacted.Redacted, string> =>
  /^postgres(?:ql)?:\/\//.test(raw) && URL.canParse(raw) && new URL(raw).pathname.length > 1
    ? Result.succeed(Redacted.make(raw))
    : Result.fail("it is not a URL with a host and the name of a database") // not repeated: it may contain a password

const shownUrl = (secret: Redacted.Redacted): string => {
  const { host, pathname, username } = new URL(Redacted.value(secret))
  return `postgres://${username === "" ? "" : `${username}@`}${host}${pathname}`
}

export const documentsPlace: Kind<DocumentsPlace> = parsed<DocumentsPlace>((raw) => {
  const { rest, scheme } = splitScheme(raw)
  switch (scheme) {
    case "store":
      return rest === "" ? Result.succeed({ _tag: "Store" }) : Result.fail("store has nothing after it")
    case "file": {
      const folder = rest.replace(/^\/\/(?=\/)/, "") // file:///folder means /folder
      return folder === "" || folder.startsWith("//")
        ? Result.fail(`${JSON.stringify(raw)} is not file: with the path of a folder`)
        : Result.succeed({ _tag: "File", folder })
    }
    case "s3":
      return bucketAndPrefix(raw)
  }
  const all = "the kinds of store for documents are store, file:FOLDER and s3://BUCKET/PREFIX"
  return unknownScheme(scheme, ["store", "file", "s3"], all)
}, (place) => {
  switch (place._tag) {
    case "Store":
      return "store"
    case "File":
      return `file:${place.folder}`
    case "S3":
      return `s3://${place.bucket}${place.prefix === "" ? "" : `/${place.prefix}`}`
  }
})

/** A bucket name has 3 to 63 lower-case letters, digits, dots and hyphens. A prefix of such names needs no escapes. */
const bucketAndPrefix = (raw: string): Result.Result<DocumentsPlace, string> => {
  const [, bucket, prefix] = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])((?:\/(?!\.+(?:\/|$))[\w.-]+)*)\/?$/.exec(raw) ??
    []
  return bucket === undefined || prefix === undefined
    ? Result.fail(
      `${JSON.stringify(raw)} is not s3:// with a bucket and, if need be, a prefix of letters, digits, "_", "." and "-"`
    )
    : Result.succeed({ _tag: "S3", bucket, prefix: prefix.slice(1) })
}

const splitScheme = (raw: string) => {
  const [scheme = "", ...rest] = raw.split(":")
  return { scheme, rest: rest.join(":") }
}

const unknownScheme = (scheme: string, known: ReadonlyArray<string>, all: string): Result.Result<never, string> => {
  const nearest = nearestName(scheme, known)
  const hint = nearest === undefined ? "" : `, the nearest is ${nearest}`
  return Result.fail(`${JSON.stringify(scheme)} is unknown${hint}; ${all}`)
}
