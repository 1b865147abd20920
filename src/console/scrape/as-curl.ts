/** The same request for a shell. The key stays out: it comes from the environment. */
export const asCurl = (origin: string, path: string, body: object): string =>
  [
    `curl ${quoted(origin + path)}`,
    `-H "X-API-Key: $GLEANER_KEY"`,
    `-H 'content-type: application/json'`,
    `-d ${quoted(JSON.stringify(body))}`
  ].join(" \\\n  ")

/** Within single quotes a POSIX shell takes everything as it is, but a single quote. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
