import * as http from "node:http"
import { setTimeout as sleep } from "node:timers/promises"

/** Of the key that loads the service (a, with a second one), and of the one beside it. */
export const secrets = {
  a: "hostile-key-0123456789abcdef",
  a2: "hostile-two-0123456789abcdef",
  b: "normal-key-0123456789abcdef"
}

export type Key = keyof typeof secrets

export interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object | Uint8Array
}

export interface Answer {
  readonly status: number
  readonly headers: http.IncomingHttpHeaders
  readonly text: string
}

/** A client with connections of its own. */
export const clientOf = (service: string) => {
  const agent = new http.Agent({ keepAlive: true })
  const send = (key: Key, path: string, { body, headers, method }: Sent, signal?: AbortSignal) =>
    new Promise<http.IncomingMessage>((resolve, reject) => {
      const request = http.request(service + path, {
        agent,
        method: method ?? (body === undefined ? "GET" : "POST"),
        headers: { "x-api-key": secrets[key], "content-type": "application/json", ...headers },
        ...(signal === undefined ? {} : { signal })
      }, resolve)
      request.on("error", reject)
      request.end(body === undefined || body instanceof Uint8Array ? body : JSON.stringify(body))
    })
  return {
    call: async (key: Key, path: string, sent: Sent = {}): Promise<Answer> => {
      const response = await send(key, path, sent)
      const chunks: Array<Buffer> = []
      for await (const chunk of response) chunks.push(chunk as Buffer) // of a stream without an encoding
      return {
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: Buffer.concat(chunks).toString()
      }
    },
    /** Reads the answer and drops it, until it ends or the signal comes. Gives the status. */
    drain: async (key: Key, path: string, sent: Sent, signal: AbortSignal): Promise<number> => {
      const response = await send(key, path, sent, signal)
      for await (const _ of response) continue
      return response.statusCode ?? 0
    }
  }
}

export type Client = ReturnType<typeof clientOf>

/** The environment of a load. */
export interface Loading {
  readonly client: Client
  /** A site of key `a`, by number. */
  readonly hostAt: (index: number) => string
  /** Result of `prepare`. */
  readonly prepared: string
  readonly stopped: AbortSignal
  /** Answers of each status so far. */
  readonly answered: Map<number, number>
}

/** Maintains this number of concurrent requests of key `a`. */
export const flood = (
  { answered, client, stopped }: Loading,
  count: number,
  requestOf: (
    number: number
  ) => { readonly path: string; readonly sent?: Sent; readonly key?: Key; readonly pause?: number }
): void => {
  let number = 0
  const loop = async () => {
    while (!stopped.aborted) {
      const { key = "a", path, pause = 0, sent = {} } = requestOf(number++)
      const status = await client.drain(key, path, sent, stopped).catch(() => 0)
      answered.set(status, (answered.get(status) ?? 0) + 1)
      if (status < 200 || status >= 300) await sleep(200)
      else if (pause > 0) await sleep(pause)
    }
  }
  for (let index = 0; index < count; index++) void loop()
}
