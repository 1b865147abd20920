import { tcpProxy } from "./tcp-proxy.ts"

export interface CuttingProxy {
  readonly url: string
  /** Number of cut connections. */
  readonly cuts: () => number
  readonly close: () => Promise<void>
}

/** Passes TCP connections on. The first ones are cut after these numbers of bytes of their answers. */
export const cuttingProxy = async (target: string, lengths: ReadonlyArray<number>): Promise<CuttingProxy> => {
  const left = [...lengths]
  const { close, cuts, port } = await tcpProxy(Number(new URL(target).port), () => {
    let allowed = Number.POSITIVE_INFINITY
    return {
      pass: (from, bytes) => {
        if (from === "caller") {
          // Requests for documents and events alone, so that the cuts fall where something is followed.
          if (/^GET \/v1\/jobs\/\w+\/(?:documents|events)/.test(bytes.toString("latin1"))) {
            allowed = left.shift() ?? Number.POSITIVE_INFINITY
          }
          return bytes.length
        }
        const passed = Math.min(bytes.length, allowed)
        allowed -= passed
        return passed
      }
    }
  })
  return { url: `http://127.0.0.1:${port}`, cuts, close }
}
