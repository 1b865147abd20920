import { toIncomingMessage } from "@effect/platform-node/NodeHttpServerRequest"
import { Effect } from "effect"
import { HttpServerRequest, HttpServerRespondable, type HttpServerResponse } from "effect/http"
import type { Server, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { ExpectationFailed, HeaderTooLarge, InvalidRequest, RequestTimeout } from "../../../contract/api/Problems.ts"

type Problem = ExpectationFailed | HeaderTooLarge | InvalidRequest | RequestTimeout

/**
 * Node's parser refuses some requests before the router sees them. They get a problem too. `report` is called with
 * each.
 */
export const answerParseErrors = (server: Server, report: (status: number, code: string) => void): void => {
  const last = new WeakMap<Duplex, ServerResponse>()
  server.prependListener("request", ({ socket }, response) => last.set(socket, response))
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy()
    // Answers are in the order of their requests (RFC 9112 section 9.3.2), and none is in the middle of another one.
    const response = last.get(socket)
    if (response?.req.complete === true && !response.writableFinished) {
      return void response.once("finish", () => server.emit("clientError", error, socket))
    }
    if (response?.headersSent === true && !response.writableFinished) return void socket.destroy()
    const { body, code, status, title } = encoded(parserFaults[error.code ?? ""] ?? notHttp)
    report(status, code)
    const head = `HTTP/1.1 ${status} ${title}\r\ncontent-type: ${mediaType}\r\ncontent-length: ${body.length}`
    socket.end(Buffer.concat([Buffer.from(`${head}\r\nconnection: close\r\n\r\n`), body]))
  })
  server.on("checkExpectation", (_, response: ServerResponse) => {
    const { body, code, status } = encoded(unknownExpectation)
    report(status, code)
    response.writeHead(status, { "content-type": mediaType, "content-length": body.length }).end(body)
  })
}

/** A request that makes no sense to any route is answered before the router sees it. */
export const refuseUnreadable = <E, R>(
  app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>
): Effect.Effect<HttpServerResponse.HttpServerResponse, E, R | HttpServerRequest.HttpServerRequest> =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => {
    // Names and values in turn. Node joins no second Host to the first, so `headers` would not show it.
    const hosts = toIncomingMessage(request).rawHeaders.filter((text, index) =>
      index % 2 === 0 && text.toLowerCase() === "host"
    )
    if (hosts.length !== 1) return HttpServerRespondable.toResponse(hosts.length === 0 ? noHost : twoHosts)
    return decoded(request.url.split("?")[0] ?? "") === undefined
      ? HttpServerRespondable.toResponse(brokenPath)
      : app
  })

const decoded = (path: string): string | undefined => {
  try {
    return decodeURI(path)
  } catch {
    return undefined
  }
}

const mediaType = "application/problem+json"

const encoded = (problem: Problem) => ({
  status: problem.status,
  code: problem.code,
  title: problem.title,
  body: Buffer.from(JSON.stringify(problem))
})

const notHttp = new InvalidRequest({
  detail: "The bytes received are not a valid HTTP/1.1 request; check the request line and the header fields."
})

/** RFC 9112 section 3.2. */
const noHost = new InvalidRequest({ detail: "The request has no Host header field; send one." })
const twoHosts = new InvalidRequest({ detail: "The request has more than one Host header field; send one." })

const brokenPath = new InvalidRequest({
  detail: "The path has a percent sign that does not start a UTF-8 character; encode it as %25."
})

/** RFC 9110 section 10.1.1. */
const unknownExpectation = new ExpectationFailed({
  detail: "Gleaner knows only Expect: 100-continue; leave the field out."
})

const parserFaults: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: new HeaderTooLarge({
    detail: "The URL and the header fields are larger than 16 KiB; send fewer or shorter ones."
  }),
  ERR_HTTP_REQUEST_TIMEOUT: new RequestTimeout({ detail: "The request did not arrive in time; send it again." })
}
