import { LRUCache } from "lru-cache"
import { type Capacity, Shares } from "../../core/kernel/fair/Shares.ts"

/**
 * Sessions of the protocol's library. They are small. A key above its share loses its oldest session, and never one of
 * another key. A session that was removed is created again on its next use.
 */
const maxSessions: Capacity = { units: 500, reserve: 500 }
/** For each key. */
const maxEnded = 100
/** Milliseconds. */
const timeToLive = 60 * 60_000

interface McpSession {
  /** Its name in the library. */
  readonly inner: string
  calls: number
  isGone: boolean
}

interface SessionsOfOwner {
  readonly open: LRUCache<string, McpSession>
  /** Deleted by their callers, and not created again. */
  readonly ended: LRUCache<string, true>
}

/** A request of the protocol to the library, and its answer. */
export type Dispatch = (request: {
  readonly method: string
  readonly headers: Headers
  readonly body?: string
  readonly signal?: AbortSignal
}) => Promise<Response>

const sessionHeader = "mcp-session-id"
const versionHeader = "mcp-protocol-version"

/**
 * Maps the sessions of clients to those of the library. A session has no state but the version of the protocol, so a
 * client can continue it after a restart or on another machine, where the library would refuse it.
 */
export const withSessions = (dispatch: Dispatch, capacity = maxSessions) => {
  const { add, sessionsOf } = sessionTable(dispatch, capacity)
  return async (owner: string, request: Parameters<Dispatch>[0]): Promise<Response> => {
    const { ended, open } = sessionsOf(owner)
    const id = request.headers.get(sessionHeader)
    if (id === null) {
      const response = await dispatch(request)
      const inner = response.headers.get(sessionHeader)
      if (inner !== null) add(owner, inner, { inner, calls: 0, isGone: false })
      return response
    }
    if (ended.has(id)) return new Response(null, { status: 404 })
    const version = request.headers.get(versionHeader) ?? defaultVersion
    const known = open.get(id)
    const session = known ?? (uuid.test(id) ? await begin(dispatch, version) : undefined)
    if (session === undefined) return dispatch(request)
    if (known === undefined) add(owner, id, session)
    const headers = new Headers(request.headers)
    headers.set(sessionHeader, session.inner)
    session.calls++
    try {
      return await dispatch({ ...request, headers })
    } finally {
      session.calls--
      if (request.method === "DELETE") {
        ended.set(id, true)
        open.delete(id)
      } else if (session.isGone && session.calls === 0) end(dispatch, session)
    }
  }
}

/** The sessions of all owners. A session that is removed during a call is ended after it. */
const sessionTable = (dispatch: Dispatch, capacity: Capacity) => {
  const shares = new Shares(capacity)
  const owners = new Map<string, SessionsOfOwner>()
  const sessionsOf = (owner: string): SessionsOfOwner => {
    const known = owners.get(owner)
    if (known !== undefined) return known
    const made: SessionsOfOwner = {
      open: new LRUCache({
        max: capacity.units,
        ttl: timeToLive,
        updateAgeOnGet: true,
        dispose: (session) => {
          shares.release(owner)
          session.isGone = true
          if (session.calls === 0) end(dispatch, session)
        }
      }),
      ended: new LRUCache({ max: maxEnded, ttl: timeToLive })
    }
    owners.set(owner, made)
    return made
  }
  const add = (owner: string, id: string, session: McpSession): void => {
    const { open } = sessionsOf(owner)
    // Expired sessions count against the share until they are removed.
    if (!shares.allows(owner)) { for (const { open } of owners.values()) open.purgeStale() }
    while (open.size > 0 && !shares.allows(owner)) open.pop()
    shares.take(owner)
    open.set(id, session)
  }
  return { sessionsOf, add }
}

const begin = async (dispatch: Dispatch, version: string): Promise<McpSession | undefined> => {
  const headers = new Headers({ "content-type": "application/json", accept: "application/json, text/event-stream" })
  const begun = await dispatch({ method: "POST", headers, body: initialize(version) })
  const inner = begun.headers.get(sessionHeader)
  if (inner === null) return undefined
  headers.set(sessionHeader, inner)
  headers.set(versionHeader, version)
  await dispatch({ method: "POST", headers, body: initialized })
  return { inner, calls: 0, isGone: false }
}

const end = (dispatch: Dispatch, { inner }: McpSession): void => {
  dispatch({ method: "DELETE", headers: new Headers({ [sessionHeader]: inner }) }).catch(() => undefined)
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** For a client that names no version, as the specification requires. */
const defaultVersion = "2025-03-26"

const initialize = (protocolVersion: string): string =>
  JSON.stringify({
    jsonrpc: "2.0",
    id: 0,
    method: "initialize",
    params: { protocolVersion, capabilities: {}, clientInfo: { name: "continued", version: "0" } }
  })

const initialized = JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })
