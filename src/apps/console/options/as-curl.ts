/** The request as a curl command. The key is not included, but read from the environment. */
export const asCurl = (origin: string, path: string, body: object): string =>
  [
    `curl ${quoted(origin + path)}`,
    `-H "X-API-Key: $GLEANER_KEY"`,
    `-H 'content-type: application/json'`,
    `-d ${quoted(JSON.stringify(body))}`
  ].join(" \\\n  ")

/** A POSIX shell takes everything within single quotes literally, except a single quote. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
