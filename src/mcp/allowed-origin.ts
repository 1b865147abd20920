/**
 * Whether a page of this origin may call `/mcp`. A service on loopback allows the origins of its own machine. After DNS
 * rebinding, a page still has its own origin, which is refused.
 */
export const isAllowedOrigin = (origin: string, corsOrigins: ReadonlyArray<string>, host: string): boolean => {
  if (corsOrigins.includes(origin)) return true
  const hostname = URL.parse(origin)?.hostname
  return hostname !== undefined && isLoopback(host) && isLoopback(hostname)
}

const isLoopback = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/.test(host)
