import type { FakePage } from "../../../support/web/fake-web.ts"

/** Pages that a cache may keep, as a site of the fake web serves them. */
export const html = { "content-type": "text/html" }

export const fresh = (headers: Record<string, string>, body = "one"): FakePage => ({
  headers: { ...html, ...headers },
  body
})

/** Answers 304 to a request with a validator, and `body` to any other. */
export const validated =
  (headers: Record<string, string>, notModified: Record<string, string> = {}): FakePage => (request) =>
    request.headers["if-none-match"] !== undefined || request.headers["if-modified-since"] !== undefined
      ? { status: 304, headers: notModified }
      : { headers: { ...html, ...headers }, body: "one" }
