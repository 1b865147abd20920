import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { Webhook } from "standardwebhooks"

/** A message that has arrived. */
export interface Arrived {
  readonly id: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** A receiver of webhooks on loopback. It answers 204 unless `answer` says otherwise. */
export interface WebhookReceiver {
  readonly url: string
  readonly arrived: ReadonlyArray<Arrived>
  answer: (message: Arrived, response: http.ServerResponse) => void
  /** Waits until the messages satisfy this. */
  readonly until: (enough: (arrived: ReadonlyArray<Arrived>) => boolean) => Promise<void>
  readonly close: () => void
}

export const startReceiver = async (): Promise<WebhookReceiver> => {
  const arrived: Array<Arrived> = []
  const waiting = new Set<() => void>()
  const server = http.createServer((request, response) => {
    let body = ""
    request.setEncoding("utf8").on("data", (chunk: string) => (body += chunk)).on("end", () => {
      const { data = {}, type = "" } = body === "" ? {} : JSON.parse(body) as Partial<Arrived>
      const headers = request.headers as Record<string, string>
      const message = { id: headers["webhook-id"] ?? "", path: request.url ?? "", headers, body, type, data }
      arrived.push(message)
      receiver.answer(message, response)
      for (const look of waiting) look()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived,
    answer: (_, response) => void response.writeHead(204).end(),
    until: (enough) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!enough(arrived)) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    close: () => server.close().closeAllConnections()
  }
  return receiver
}

/** Throws unless the library of Standard Webhooks accepts the message with this secret. */
export const verify = (secret: string, { body, headers }: Arrived): unknown => new Webhook(secret).verify(body, headers)
