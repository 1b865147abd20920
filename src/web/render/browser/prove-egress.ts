import { Effect, type Scope } from "effect"
import { randomUUID } from "node:crypto"
import * as dgram from "node:dgram"
import type * as http from "node:http"
import * as net from "node:net"
import type { CDPSession } from "puppeteer-core"
import { webRtcFlags } from "./browser-flags.ts"
import { attempt, BrowserLost, type PageContext } from "./Chromium.ts"
import type { EgressListener, GateUnavailable, ProxyAccess, ProxyClient } from "./EgressListener.ts"
import type { EgressGate } from "./EgressProxy.ts"
import { logInToProxy } from "./proxy-login.ts"

type OpenContext = (
  gate: Effect.Effect<EgressGate, GateUnavailable, Scope.Scope>
) => Effect.Effect<PageContext, BrowserLost, Scope.Scope>

/**
 * Proves that pages of a browser elsewhere reach the network only through our proxy. A page whose address only the
 * proxy knows tries to get past it: by a request to the listener itself, and by WebRTC, for which the browser needs
 * flags. Fails with a sentence for the operator.
 */
export const proveEgress = Effect.fnUntraced(function*(
  from: string,
  serve: EgressListener["Service"]["serve"],
  open: OpenContext
): Effect.fn.Return<void, BrowserLost, Scope.Scope> {
  const witness = new Witness()
  const access = yield* Effect.mapError(serve(from, witness), (cause) => new BrowserLost({ cause }))
  const trap = yield* udpTrap(from)
  const { session } = yield* open(Effect.succeed(gateOf(access)))
  const found = yield* attempt(() => attack(session, witness.host, access, trap.port)).pipe(
    Effect.timeoutOrElse({ duration: "15 seconds", orElse: () => refused("it did not finish the test page") })
  )
  if (!witness.isAsked) {
    return yield* refused(
      `it does not reach the proxy of this node at ${access.proxy}; name an address that it can reach in GLEANER_BROWSER_PROXY`
    )
  }
  if (!witness.isSole) return yield* refused("its pages get past the proxy of their context")
  if (found === undefined) return yield* refused("it did not run the test page")
  if (trap.isCaught() || found.some((candidate) => / udp /i.test(candidate))) {
    return yield* refused(`its pages can send UDP past the proxy; start it with ${webRtcFlags.join(" ")}`)
  }
})

const refused = (why: string) => Effect.fail(new BrowserLost({ cause: `the browser is refused: ${why}` }))

/** Answers a page that no other server has. */
class Witness implements ProxyClient {
  /** No public name ends like this (RFC 6761 section 6.4). */
  readonly host = `${randomUUID()}.invalid`
  isAsked = false
  /** Whether a request to the listener itself came through the proxy. */
  isSole = false

  track(): void {}

  forward(request: http.IncomingMessage, response: http.ServerResponse): void {
    const url = URL.parse(request.url ?? "")
    if (url?.hostname === this.host) this.isAsked = true
    if (url?.pathname === `/${this.host}`) this.isSole = true
    response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>test</title>")
  }

  tunnel(_: string, socket: net.Socket): void {
    socket.destroy()
  }
}

const gateOf = (access: ProxyAccess): EgressGate => ({
  ...access,
  refusals: [],
  usage: () => ({ bytes: 0, requests: 0, overBudget: false }),
  shut: () => {},
  reset: () => {}
})

/** Lets the page try, and returns the addresses that WebRTC found for it. Undefined if the page was not loaded. */
const attack = async (
  session: CDPSession,
  host: string,
  access: ProxyAccess,
  udpPort: number
): Promise<ReadonlyArray<string> | undefined> => {
  logInToProxy(session, gateOf(access))
  session.on(
    "Fetch.requestPaused",
    ({ requestId }) => void session.send("Fetch.continueRequest", { requestId }).catch(() => undefined)
  )
  await session.send("Page.enable")
  await session.send("Fetch.enable", { handleAuthRequests: true })
  const loaded = new Promise((resolve) => session.once("Page.loadEventFired", resolve))
  const { errorText } = await session.send("Page.navigate", { url: `http://${host}/` })
  if (errorText !== undefined) return undefined
  await loaded
  const proxy = new URL(access.proxy)
  const { result } = await session.send("Runtime.evaluate", {
    expression: `(${candidatesOf.toString()})("stun:${proxy.hostname}:${udpPort}")`,
    awaitPromise: true,
    returnByValue: true
  })
  // A script could not request it: the browser blocks requests of pages to private addresses.
  await session.send("Page.navigate", { url: `${proxy.origin}/${host}` })
  return Array.isArray(result.value) ? result.value.map(String) : undefined
}

/** Sent as source text, so it uses nothing from outside itself. */
const candidatesOf = async (stun: string): Promise<ReadonlyArray<string>> => {
  const candidates: Array<string> = []
  const Peer = Reflect.get(globalThis, "RTCPeerConnection")
  if (Peer === undefined) return candidates
  const peer = new Peer({ iceServers: [{ urls: stun }] })
  peer.createDataChannel("test")
  const gathered = new Promise<void>((resolve) => {
    peer.onicecandidate = (event: { readonly candidate: { readonly candidate: string } | null }) => {
      if (event.candidate === null) resolve()
      else candidates.push(event.candidate.candidate)
    }
    setTimeout(resolve, 3000)
  })
  await peer.setLocalDescription(await peer.createOffer())
  await gathered
  peer.close()
  return candidates
}

const udpTrap = (address: string) =>
  Effect.acquireRelease(
    attempt(() =>
      new Promise<{ readonly socket: dgram.Socket; readonly port: number; readonly isCaught: () => boolean }>(
        (resolve, reject) => {
          let isCaught = false
          const socket = dgram.createSocket(net.isIPv6(address) ? "udp6" : "udp4")
          socket.on("message", () => (isCaught = true))
          socket.once("error", reject)
          socket.bind(0, address, () => resolve({ socket, port: socket.address().port, isCaught: () => isCaught }))
        }
      )
    ),
    ({ socket }) => Effect.sync(() => socket.close())
  )
