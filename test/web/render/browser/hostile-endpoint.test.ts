import { assert, describe, it } from "@effect/vitest"
import { Effect, Option, Result } from "effect"
import { createHash } from "node:crypto"
import { once } from "node:events"
import * as http from "node:http"
import type { AddressInfo } from "node:net"
import { Renderer } from "../../../../src/web/render/Renderer.ts"
import { rendering } from "../support/browser.ts"

/** A frame of less than 126 bytes (RFC 6455 section 5.2). */
const frame = (text: string) => Buffer.concat([Buffer.from([0x81, text.length]), Buffer.from(text)])

const acceptOf = (key = "") => createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64")

/** A DevTools port that sends this for each command, or dribbles the address of its web socket. */
const startEndpoint = (answer: string | undefined) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const timers = new Set<NodeJS.Timeout>()
      const server = http.createServer((_, response) => {
        if (answer !== undefined) return void response.end(`{"webSocketDebuggerUrl":"ws://127.0.0.1/x"}`)
        timers.add(setInterval(() => response.write(" "), 200))
      })
      server.on("upgrade", ({ headers }, socket) => {
        const accept = acceptOf(headers["sec-websocket-key"])
        socket.write(
          `HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-accept: ${accept}\r\n\r\n`
        )
        socket.on("error", () => undefined).on("data", () => socket.write(frame(answer ?? "")))
      })
      server.listen(0, "127.0.0.1")
      await once(server, "listening")
      const close = () => {
        for (const timer of timers) clearInterval(timer)
        server.close()
        server.closeAllConnections()
      }
      // A server that listens on a port has an address with a port.
      return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
    }),
    ({ close }) => Effect.sync(close)
  )

const answers: Readonly<Record<string, string | undefined>> = {
  "invalid JSON": "not json {{{",
  "null": "null",
  "events without parameters": `{"method":"Target.attachedToTarget"}`,
  "errors only": `{"id":1,"error":{"code":1,"message":"no"}}`,
  "its address byte by byte": undefined
}

describe("a browser elsewhere that sends", () => {
  for (const [name, answer] of Object.entries(answers)) {
    it.live(`${name} is a failure, and the service goes on`, () =>
      Effect.gen(function*() {
        const { url } = yield* startEndpoint(answer)
        const checked = yield* Effect.flatMap(Renderer, ({ check }) => check).pipe(
          Effect.provide(rendering({ browser: Option.some(url) })),
          Effect.timeout("15 seconds")
        )
        assert.isTrue(Result.isFailure(checked))
      }))
  }
})
