import { assert, describe, it } from "@effect/vitest"
import { keys, serviceOver } from "../../../support/entries/service-process.ts"

describe("answers of every route", () => {
  it("are shown in no frame, and taken for nothing else than they are", async () => {
    const service = await serviceOver({})
    try {
      for (
        const path of ["/", "/assets/none", "/docs", "/openapi.json", "/v1/none", "/v1/health", "/mcp", "/healthz"]
      ) {
        const { headers } = await fetch(service.url + path)
        assert.include(headers.get("content-security-policy"), "frame-ancestors 'none'", path)
        assert.strictEqual(headers.get("x-content-type-options"), "nosniff", path)
      }
      const { headers } = await fetch(`${service.url}/v1/health`, { headers: { "x-api-key": keys.first } })
      assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
    } finally {
      await service.stop()
    }
  })
})
