/** An answer that is a problem of the API. */
export const problem = (status: number, code: string, retryAfter?: number) => (): Response =>
  Response.json({ type: `urn:gleaner:problem:${code}`, status, title: code, detail: code, code }, {
    status,
    headers: {
      "content-type": "application/problem+json",
      ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) })
    }
  })
