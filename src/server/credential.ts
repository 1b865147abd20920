/** The key that a request's header fields carry, by either way of sending one. */
export const credentialOf = (headers: Readonly<Record<string, string | undefined>>): string | undefined =>
  headers["x-api-key"] ?? /^bearer +(\S+)\s*$/i.exec(headers["authorization"] ?? "")?.[1]
