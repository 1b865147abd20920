import { Effect } from "effect"
import { HttpServerRequest, HttpServerRespondable, type HttpServerResponse } from "effect/http"
import type { Server, ServerResponse } from "node:http"
import { ExpectationFailed, HeaderTooLarge, InvalidRequest, RequestTimeout } from "../api/Problems.ts"

type Problem = ExpectationFailed | HeaderTooLarge | InvalidRequest | RequestTimeout

/** What Node's own parser refuses never reaches the router; it gets a problem all the same. */
export const answerWireFaults = (server: Server): void => {
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy()
    const { body, status, title } = encoded(parserFaults[error.code ?? ""] ?? notHttp)
    const head = `HTTP/1.1 ${status} ${title}\r\ncontent-type: ${mediaType}\r\ncontent-length: ${body.length}`
    socket.end(Buffer.concat([Buffer.from(`${head}\r\nconnection: close\r\n\r\n`), body]))
  })
  server.on("checkExpectation", (_, response: ServerResponse) => {
    const { body, status } = encoded(unknownExpectation)
    response.writeHead(status, { "content-type": mediaType, "content-length": body.length }).end(body)
  })
}

/** A request that no route could make sense of is answered before the router sees it. */
export const refuseUnreadable = <E, R>(
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest> =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers, url }) => {
    if (headers["host"] === undefined) return HttpServerRespondable.toResponse(noHost)
    return isDecodable(url.split("?")[0] ?? "") ? app : HttpServerRespondable.toResponse(brokenPath)
  })

const isDecodable = (path: string): boolean => {
  try {
    decodeURI(path)
    return true
  } catch {
    return false
  }
}

const mediaType = "application/problem+json"

const encoded = (problem: Problem) => ({
  status: problem.status,
  title: problem.title,
  body: Buffer.from(JSON.stringify(problem))
})

const notHttp = new InvalidRequest({
  detail:
    "The bytes received are not an HTTP/1.1 request that can be read; check the request line and the header fields."
})

/** RFC 9112 section 3.2. */
const noHost = new InvalidRequest({ detail: "The request has no Host header field; send one." })

const brokenPath = new InvalidRequest({
  detail: "The path holds a percent sign that begins no character in UTF-8; encode it as %25."
})

/** RFC 9110 section 10.1.1. */
const unknownExpectation = new ExpectationFailed({
  detail: "Only Expect: 100-continue is known here; leave the field out."
})

const parserFaults: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: new HeaderTooLarge({
    detail: "The header fields are larger than 16 KiB; send fewer or shorter ones."
  }),
  ERR_HTTP_REQUEST_TIMEOUT: new RequestTimeout({ detail: "The request did not arrive in time; send it again." })
}
