import { Effect } from "effect"
import * as dgram from "node:dgram"
import * as net from "node:net"

/** Listeners that must get no connection: TCP on the loopback addresses of both families, UDP for media and QUIC. */
export const setTraps = Effect.acquireRelease(
  Effect.promise(async () => {
    const caught: Array<string> = []
    const tcp = net.createServer((socket) => {
      caught.push(`tcp from ${socket.remoteAddress}`)
      socket.destroy()
    })
    await new Promise<void>((resolve) => tcp.listen(0, "127.0.0.1", resolve))
    const address = tcp.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    const tcp6 = net.createServer((socket) => {
      caught.push("tcp over IPv6")
      socket.destroy()
    })
    // A machine without IPv6.
    const has6 = await new Promise<boolean>((resolve) => {
      tcp6.once("error", () => resolve(false))
      tcp6.listen(port, "::1", () => resolve(true))
    })
    const udp = dgram.createSocket("udp4", () => void caught.push("udp"))
    await new Promise<void>((resolve) => udp.bind(port, "127.0.0.1", resolve))
    return { port, caught, close: () => [tcp, ...(has6 ? [tcp6] : []), udp].forEach((server) => server.close()) }
  }),
  (traps) => Effect.sync(traps.close)
)
