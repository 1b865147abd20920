import * as net from "node:net"

export interface CuttingProxy {
  readonly url: string
  /** How many connections it has cut. */
  readonly cuts: () => number
  readonly close: () => Promise<void>
}

/** Passes TCP connections on. The first ones are cut after these numbers of bytes of their answers. */
export const cuttingProxy = async (target: string, lengths: ReadonlyArray<number>): Promise<CuttingProxy> => {
  const left = [...lengths]
  const sockets = new Set<net.Socket>()
  let cuts = 0
  const server = net.createServer((caller) => {
    const service = net.connect(Number(new URL(target).port), "127.0.0.1")
    let allowed = Number.POSITIVE_INFINITY
    caller.on("data", (bytes) => {
      // Requests for documents and events alone, so that the cuts fall where something is followed.
      if (/^GET \/v1\/jobs\/\w+\/(?:documents|events)/.test(bytes.toString("latin1"))) {
        allowed = left.shift() ?? Number.POSITIVE_INFINITY
      }
      service.write(bytes)
    })
    service.on("data", (bytes) => {
      if (bytes.length < allowed) {
        allowed -= bytes.length
        caller.write(bytes)
        return
      }
      cuts++
      // What stands before the cut arrives; the rest never does.
      caller.write(bytes.subarray(0, allowed), () => caller.resetAndDestroy())
      service.destroy()
    })
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
  const { port } = server.address() as net.AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    cuts: () => cuts,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      })
  }
}
