import type { HttpClientError } from "effect/http"
import { compact } from "../../core/kernel/compact.ts"
import { BlockedAddress } from "./AddressPolicy.ts"
import { closedUnaskedCode } from "./bounded-connections.ts"
import { UnresolvedHost } from "./HostResolver.ts"
import { ProxyFailed } from "./proxies/connect-through.ts"

export type TransportFailureKind = "blocked" | "dns" | "connect" | "tls" | "reset" | "protocol" | "timeout"

/** Failure of the transport: the API's `reason`, and a clause for a person. */
export interface TransportFailure {
  readonly kind: TransportFailureKind
  readonly detail: string
  /** The port, if it is the reason for `blocked`. */
  readonly port?: number
  /** Absent if the URL may be the reason. */
  readonly remedy?: string
}

/** Names an error of the transport. The addresses in Node's messages are left out. */
export const transportFailure = (error: HttpClientError.HttpClientError): TransportFailure => {
  for (let cause: unknown = error, depth = 0; cause !== undefined && depth < 8; depth++) {
    if (cause instanceof BlockedAddress) {
      return { kind: "blocked", detail: cause.message, ...compact({ port: cause.port }) }
    }
    if (cause instanceof UnresolvedHost) return { kind: "dns", detail: cause.message }
    if (cause instanceof ProxyFailed) {
      return { kind: "connect", detail: cause.message, ...(cause.isOfProxy === true ? { remedy: ofProxy } : {}) }
    }
    const code = codeOf(cause)
    const known = code === undefined ? undefined : byCode(code)
    if (known !== undefined) return known
    cause = nextCause(cause)
  }
  return { kind: "protocol", detail: "the site's answer could not be read" }
}

const ofProxy = "try again later; the operator of the service finds the reason with gleaner doctor"

const codeOf = (cause: unknown): string | undefined =>
  typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string"
    ? cause.code
    : undefined

const nextCause = (cause: unknown): unknown => {
  if (typeof cause !== "object" || cause === null) return undefined
  if (cause instanceof AggregateError) return cause.errors[0]
  if ("cause" in cause && cause.cause !== undefined) return cause.cause
  return "reason" in cause ? cause.reason : undefined
}

const byCode = (code: string): TransportFailure | undefined => {
  const exact = codes[code]
  if (exact !== undefined) return exact
  if (
    /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO|ERR_OSSL|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH|CRL_)/
      .test(code)
  ) {
    return { kind: "tls", detail: `the TLS connection could not be made (${code})` }
  }
  if (code.startsWith("HPE_")) return { kind: "protocol", detail: `the site's answer is not valid HTTP (${code})` }
  if (code.startsWith("ERR_HTTP2")) {
    return { kind: "protocol", detail: `the site's HTTP/2 answer is not valid (${code})` }
  }
  return undefined
}

const codes: Readonly<Record<string, TransportFailure>> = {
  ENOTFOUND: { kind: "dns", detail: "the name has no address" },
  EAI_AGAIN: { kind: "dns", detail: "the name server did not answer" },
  ECONNREFUSED: { kind: "connect", detail: "the connection was refused" },
  EHOSTUNREACH: { kind: "connect", detail: "the host cannot be reached" },
  ENETUNREACH: { kind: "connect", detail: "the network cannot be reached" },
  EADDRNOTAVAIL: { kind: "connect", detail: "the address cannot be reached from here" },
  ETIMEDOUT: { kind: "timeout", detail: "the connection took too long" },
  UND_ERR_CONNECT_TIMEOUT: { kind: "timeout", detail: "the connection took too long" },
  UND_ERR_HEADERS_TIMEOUT: { kind: "timeout", detail: "the site sent no answer in time" },
  UND_ERR_BODY_TIMEOUT: { kind: "timeout", detail: "the site stopped sending" },
  ECONNRESET: { kind: "reset", detail: "the site closed the connection in the middle" },
  EPIPE: { kind: "reset", detail: "the site closed the connection in the middle" },
  UND_ERR_SOCKET: { kind: "reset", detail: "the site closed the connection in the middle" },
  UND_ERR_CLOSED: { kind: "reset", detail: "the connection was closed" },
  UND_ERR_DESTROYED: { kind: "reset", detail: "the connection was closed" },
  ERR_STREAM_PREMATURE_CLOSE: { kind: "reset", detail: "the body ended before its declared length" },
  [closedUnaskedCode]: { kind: "protocol", detail: "the site closes each connection before it is asked" },
  UND_ERR_HEADERS_OVERFLOW: { kind: "protocol", detail: "the header fields of the answer are too large" },
  HPE_HEADER_OVERFLOW: { kind: "protocol", detail: "the header fields of the answer are too large" },
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: { kind: "protocol", detail: "the body does not have its declared length" },
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: { kind: "protocol", detail: "the body does not have its declared length" },
  UND_ERR_INVALID_ARG: { kind: "protocol", detail: "the URL cannot be requested" }
}
