import { tcpProxy } from "../network/tcp-proxy.ts"

/**
 * Where a connection is cut: before a message of the client arrives at the server, just after it has arrived, or before
 * a message of the server arrives at the client, which never learns that the server has done what it says.
 */
export type Cut = "request lost" | "request sent" | "answer lost"
export const cutKinds: ReadonlyArray<Cut> = ["request lost", "request sent", "answer lost"]

export interface PostgresProxy {
  /** The database, through the proxy. */
  readonly url: string
  /** From now on the message number `at` is cut, once. `all`: counts all messages, not only the ends of exchanges. */
  readonly arm: (cut: Cut, at: number, all?: boolean) => void
  /** Disarms it. Returns whether it has cut a connection. */
  readonly disarm: () => boolean
  /** Number of messages counted since it was armed. */
  readonly counted: () => number
  readonly close: () => Promise<void>
}

/** Sync and Query end a request of the client; CommandComplete and ReadyForQuery end the response. */
const ends = { caller: new Set(["S", "Q"]), service: new Set(["C", "Z"]) }

/** Passes connections on to the Postgres with this URL, and can cut one of them at a message of the wire protocol. */
export const postgresProxy = async (target: string): Promise<PostgresProxy> => {
  const through = new URL(target)
  let armed: { readonly cut: Cut; left: number; readonly all: boolean } | undefined
  let hasCut = false
  let counted = 0

  /** Whether the connection is cut at this message. */
  const isCutAt = (from: "caller" | "service", type: string): boolean => {
    if (armed === undefined || (from === "service") !== (armed.cut === "answer lost")) return false
    if (!armed.all && !ends[from].has(type)) return false
    counted++
    if (armed.left-- > 0) return false
    hasCut = true
    return true
  }

  const { close, port } = await tcpProxy(Number(through.port), () => {
    const messages = { caller: new Messages(true), service: new Messages(false) }
    return {
      pass: (from, bytes) => {
        for (const { end, start, type } of messages[from].read(bytes)) {
          const isAfter = armed?.cut === "request sent"
          if (!isCutAt(from, type)) continue
          armed = undefined
          return Math.max(0, isAfter ? end : start)
        }
        return bytes.length
      }
    }
  })
  through.port = String(port)
  return {
    url: through.href,
    arm: (cut, at, all = false) => {
      armed = { cut, left: at, all }
      hasCut = false
      counted = 0
    },
    disarm: () => {
      armed = undefined
      return hasCut
    },
    counted: () => counted,
    close
  }
}

interface Message {
  readonly type: string
  /** Its range in the current bytes. It may begin before them. */
  readonly start: number
  readonly end: number
}

/** Finds the messages in one direction: a type, four bytes of length, and as many bytes less four. */
class Messages {
  private rest: Buffer = Buffer.alloc(0)
  /** The first message of a client has no type. */
  private isTyped: boolean

  constructor(startsUp: boolean) {
    this.isTyped = !startsUp
  }

  /** The messages that end in these bytes. */
  *read(bytes: Buffer): Generator<Message> {
    const before = this.rest.length
    const all = Buffer.concat([this.rest, bytes])
    let at = 0
    try {
      for (;;) {
        const header = this.isTyped ? 5 : 4
        if (all.length - at < header) return
        const end = at + header - 4 + all.readUInt32BE(at + header - 4)
        if (end > all.length) return
        const type = this.isTyped ? String.fromCharCode(all[at] ?? 0) : "startup"
        this.isTyped = true
        const start = at
        at = end
        yield { type, start: start - before, end: end - before }
      }
    } finally {
      this.rest = all.subarray(at)
    }
  }
}
