import * as net from "node:net"

/** One connection through a proxy. */
export interface Wire {
  /** Number of these bytes that arrive. If less than all, the connection is cut there. */
  readonly pass: (from: "caller" | "service", bytes: Buffer) => number
}

export interface TcpProxy {
  readonly port: number
  /** Number of cut connections. */
  readonly cuts: () => number
  readonly close: () => Promise<void>
}

/** Passes TCP connections on to a port of this machine, and cuts them where their wire says so. */
export const tcpProxy = async (target: number, connected: () => Wire): Promise<TcpProxy> => {
  const sockets = new Set<net.Socket>()
  let cuts = 0
  const server = net.createServer({ noDelay: true }, (caller) => {
    const service = net.connect({ port: target, host: "127.0.0.1", noDelay: true })
    const wire = connected()
    let isCut = false
    const relay = (from: "caller" | "service", source: net.Socket, sink: net.Socket) =>
      source.on("data", (bytes: Buffer) => {
        if (isCut) return
        const passed = wire.pass(from, bytes)
        if (passed === bytes.length) return void sink.write(bytes)
        cuts++
        isCut = true
        // The bytes before the cut arrive; the rest never does.
        sink.write(bytes.subarray(0, passed), () => {
          caller.resetAndDestroy()
          service.destroy()
        })
      })
    relay("caller", caller, service)
    relay("service", service, caller)
    for (const [socket, other] of [[caller, service], [service, caller]] as const) {
      sockets.add(socket)
      socket.on("error", () => undefined)
      socket.on("close", () => {
        sockets.delete(socket)
        if (!other.destroyed) other.end()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    port: (server.address() as net.AddressInfo).port,
    cuts: () => cuts,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      })
  }
}
