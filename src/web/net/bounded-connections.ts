import type { buildConnector, Dispatcher } from "undici"

/**
 * Bounds how many connections the requests of an origin may make. undici connects again, without end, when a connection
 * ends before a request has been written to it.
 */
export const boundedConnections = () => {
  const origins = new Map<string, Allowance>()

  const interceptor: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
    const origin = new URL(options.origin ?? "").origin
    const allowance = origins.get(origin) ?? { requests: 0, connections: 0 }
    origins.set(origin, allowance)
    allowance.requests++
    allowance.connections += connectionsPerRequest
    let isOpen = true
    const end = () => {
      if (!isOpen) return
      isOpen = false
      allowance.requests--
      // The unused connections of a request end with it.
      allowance.connections = Math.min(allowance.connections, allowance.requests * connectionsPerRequest)
      if (allowance.requests === 0) origins.delete(origin)
    }
    try {
      return dispatch(options, {
        onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
        onRequestUpgrade: (controller, status, headers, socket) => {
          end()
          handler.onRequestUpgrade?.(controller, status, headers, socket)
        },
        onResponseStart: (controller, status, headers, message) =>
          handler.onResponseStart?.(controller, status, headers, message),
        onResponseData: (controller, chunk) => handler.onResponseData?.(controller, chunk),
        onResponseEnd: (controller, trailers) => {
          end()
          handler.onResponseEnd?.(controller, trailers)
        },
        onResponseError: (controller, error) => {
          end()
          handler.onResponseError?.(controller, error)
        }
      })
    } catch (error) {
      end()
      throw error
    }
  }

  const connector = (connect: buildConnector.connector): buildConnector.connector => (options, callback) => {
    const allowance = origins.get(new URL(`${options.protocol}//${options.host ?? options.hostname}`).origin)
    if (allowance === undefined || allowance.connections === 0) return callback(closedUnasked(), null)
    allowance.connections--
    connect(options, callback)
  }

  return { interceptor, connector }
}

/** For the requests to one origin that have not ended. */
interface Allowance {
  requests: number
  /** How many they may still make. */
  connections: number
}

/** One, and two more for connections that a site closes while they are idle. */
const connectionsPerRequest = 3

const closedUnasked = (): Error =>
  Object.assign(new Error("the site closes each connection before it is asked"), { code: closedUnaskedCode })

export const closedUnaskedCode = "ERR_CLOSED_UNASKED"
