import * as http from "node:http"
import type { AddressInfo } from "node:net"

interface Value {
  readonly stringValue?: string
  readonly intValue?: number | string
  readonly doubleValue?: number
  readonly boolValue?: boolean
}

interface Attributes {
  readonly attributes: ReadonlyArray<{ readonly key: string; readonly value: Value }>
}

export interface Span extends Attributes {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  /** 1 is internal, 2 server, 3 client. */
  readonly kind: number
}

export interface LogRecord extends Attributes {
  readonly traceId?: string
  readonly spanId?: string
  readonly severityText: string
  readonly body: Value & { readonly arrayValue?: { readonly values: ReadonlyArray<Value> } }
}

interface Batch {
  readonly resourceSpans?: ReadonlyArray<
    { readonly scopeSpans: ReadonlyArray<{ readonly spans: ReadonlyArray<Span> }> }
  >
  readonly resourceLogs?: ReadonlyArray<
    { readonly scopeLogs: ReadonlyArray<{ readonly logRecords: ReadonlyArray<LogRecord> }> }
  >
}

/** A collector of OpenTelemetry on loopback (OTLP over HTTP, as JSON): what it was sent, by path. */
export interface Collector {
  readonly url: string
  readonly received: ReadonlyMap<string, string>
  readonly headers: ReadonlyArray<http.IncomingHttpHeaders>
  readonly spans: () => ReadonlyArray<Span>
  readonly logs: () => ReadonlyArray<LogRecord>
  readonly stop: () => void
}

export const startCollector = async (): Promise<Collector> => {
  const bodies: Array<readonly [path: string, body: string]> = []
  const headers: Array<http.IncomingHttpHeaders> = []
  const server = http.createServer(async (request, response) => {
    headers.push(request.headers)
    let body = ""
    for await (const chunk of request) body += String(chunk)
    bodies.push([request.url ?? "", body])
    response.writeHead(200, { "content-type": "application/json" }).end("{}")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const batches = (path: string) => bodies.filter(([at]) => at === path).map(([, body]) => JSON.parse(body) as Batch)
  return {
    url: `http://127.0.0.1:${port}`,
    get received() {
      return new Map(
        [...new Set(bodies.map(([path]) => path))].map((path) => [
          path,
          bodies.filter(([at]) => at === path).map(([, body]) => body).join("\n")
        ])
      )
    },
    headers,
    spans: () =>
      batches("/v1/traces").flatMap(({ resourceSpans = [] }) => resourceSpans).flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans),
    logs: () =>
      batches("/v1/logs").flatMap(({ resourceLogs = [] }) => resourceLogs).flatMap(({ scopeLogs }) => scopeLogs)
        .flatMap(({ logRecords }) => logRecords),
    stop: () => server.close().closeAllConnections()
  }
}

/** An attribute of a span or a line of the log. */
export const attribute = ({ attributes }: Attributes, name: string): string | number | boolean | undefined => {
  const value = attributes.find(({ key }) => key === name)?.value
  return value?.stringValue ?? value?.intValue ?? value?.doubleValue ?? value?.boolValue
}
