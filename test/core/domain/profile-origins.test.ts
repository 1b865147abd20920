import { assert, describe, it } from "@effect/vitest"
import { originFault } from "../../../src/core/domain/profile/origin-fault.ts"

describe("an origin of a profile", () => {
  it.each([
    "https://app.example.com",
    "http://app.example.com:8080",
    "https://localhost",
    "http://127.0.0.1:3000",
    "http://[::1]:8080",
    "https://xn--bcher-kva.example"
  ])("%s is taken", (origin) => assert.isUndefined(originFault(origin)))

  it.each([
    [
      "https://*.example.com",
      "has a wildcard, which matches no host; list each origin, such as https://app.example.com"
    ],
    ["*", "has a wildcard, which matches no host; list each origin, such as https://app.example.com"],
    ["https://a.example:443", "has the default port of its scheme; write https://a.example"],
    ["http://a.example:80", "has the default port of its scheme; write http://a.example"],
    ["https://a.example:", "has the default port of its scheme; write https://a.example"],
    ["https://App.Example", "has capital letters; write https://app.example"],
    ["HTTPS://app.example", "has capital letters; write https://app.example"],
    [
      "https://bücher.example",
      "has a host in Unicode, which browsers send in ASCII; write https://xn--bcher-kva.example"
    ],
    ["https://a.example/", "ends with a slash; write https://a.example"],
    ["https://a.example/path", "has a path, query or fragment; write https://a.example"],
    ["https://a.example:443/?q", "has a path, query or fragment; write https://a.example"],
    ["https://a.example#x", "has a path, query or fragment; write https://a.example"],
    ["https://a.example?", "has a path, query or fragment; write https://a.example"],
    ["https://a.example#", "has a path, query or fragment; write https://a.example"],
    ["https://a.example/?", "has a path, query or fragment; write https://a.example"],
    ["https://a.example\\", "has a path, query or fragment; write https://a.example"],
    ["app.example", "has no scheme; write https://app.example"],
    ["app.example:8443/in", "has no scheme; write https://app.example:8443"],
    [" https://a.example", "is not written as browsers send it; write https://a.example"],
    ["http://0x7f.1", "is not written as browsers send it; write http://127.0.0.1"],
    ["ftp://a.example", "has the scheme ftp; only http and https can be fetched"],
    ["https://me:secret@a.example", "carries a user name or password; give the origin without them"],
    ["https://", "is not an origin; give one such as https://example.com"],
    ["", "is not an origin; give one such as https://example.com"],
    ["null", "is not an origin; give one such as https://example.com"],
    ["https://a b.example", "is not an origin; give one such as https://example.com"]
  ])("%s: %s", (text, fault) => assert.strictEqual(originFault(text), fault))
})
