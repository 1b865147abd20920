/**
 * Whether a page of this origin may call `/mcp`. A service that listens on loopback alone is called by programs of its
 * own machine, so their origins are allowed. A page whose name was made to lead to loopback (DNS rebinding) has another
 * origin.
 */
export const isAllowedOrigin = (origin: string, corsOrigins: ReadonlyArray<string>, host: string): boolean => {
  if (corsOrigins.includes(origin)) return true
  const hostname = URL.parse(origin)?.hostname
  return hostname !== undefined && isLoopback(host) && isLoopback(hostname)
}

const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/.test(host)
