import { assert, describe, it } from "@effect/vitest"
import { Redacted } from "effect"
import { credentialsFor, credentialsOf, fieldsFor } from "../../../src/core/domain/SiteCredentials.ts"

const credentials = credentialsOf("https://app.example.com/in", {
  headers: Redacted.make({ "X-Key": "secret" }),
  cookies: Redacted.make({ sid: "1" })
})

describe("credentials", () => {
  it.each(["https://app.example.com/", "https://APP.example.com:443/other?a#b"])("are for %s", (url) => {
    assert.strictEqual(credentialsFor(credentials, new URL(url)), credentials)
    assert.deepStrictEqual(fieldsFor(credentials, new URL(url)), { "x-key": "secret", "cookie": "sid=1" })
  })

  it.each([
    "http://app.example.com/in",
    "https://app.example.com:8443/in",
    "https://app.example.com./in",
    "https://example.com/in",
    "https://app.example.com.evil.test/in",
    "blob:https://app.example.com.evil.test/1",
    "data:text/html,x"
  ])("are not for %s", (url) => {
    assert.isUndefined(credentialsFor(credentials, new URL(url)))
    assert.deepStrictEqual(fieldsFor(credentials, new URL(url)), {})
  })

  it("that a request does not have are for no URL, not even one without an origin", () => {
    for (const url of ["https://app.example.com/in", "data:text/html,x"]) {
      assert.isUndefined(credentialsFor(undefined, new URL(url)))
    }
  })
})
