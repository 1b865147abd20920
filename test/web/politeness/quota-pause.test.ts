// Each test has services of its own: @effect-diagnostics strictEffectProvide:off
import { assert, describe, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { quotaPause } from "../../../src/web/politeness/quota-pause.ts"
import { fetchOver } from "../../support/entries/fetch-over.ts"
import { whileTimePasses } from "../../support/web/fake-web-time.ts"
import { fakeWeb } from "../../support/web/fake-web.ts"
import { fetchPage } from "../../support/web/fetch-page.ts"

const pauseOf = (headers: Readonly<Record<string, string>>) => {
  const pause = quotaPause({ status: 200, headers })
  return pause === undefined ? undefined : Duration.toSeconds(pause)
}

describe("the quota of a site", () => {
  // draft-ietf-httpapi-ratelimit-headers, -10 and, below, -07 and -03.
  const cases: ReadonlyArray<readonly [Readonly<Record<string, string>>, number | undefined]> = [
    [{ ratelimit: "\"default\";r=50;t=30" }, 0.589],
    [{ ratelimit: "\"default\";r=0;t=30" }, 30],
    [{ ratelimit: "\"permin\";r=9;t=20, \"perhr\";r=1;t=3000" }, 1500],
    [{ "ratelimit-policy": "\"permin\";q=50;w=60,\"perhr\";q=1000;w=3600", ratelimit: "\"permin\";r=2" }, 20],
    [{ ratelimit: "limit=100, remaining=0, reset=50" }, 50],
    [{ "ratelimit-limit": "100", "ratelimit-remaining": "1", "ratelimit-reset": "50" }, 25],
    [{ ratelimit: "\"default\";r=5" }, undefined],
    [{ ratelimit: "\"default\";r=-1;t=30" }, undefined],
    [{ ratelimit: "\"default\";r=1;t=" }, undefined],
    [{ "ratelimit-remaining": "none", "ratelimit-reset": "50" }, undefined],
    [{ "ratelimit-policy": "\"permin\";q=50;w=60" }, undefined],
    [{}, undefined]
  ]
  it("is spread over its requests", () => {
    for (const [headers, pause] of cases) assert.deepStrictEqual(pauseOf(headers), pause, JSON.stringify(headers))
  })

  it.effect("slows the domain down before its 429", () => {
    const site = "https://site.test"
    const web = fakeWeb({
      [`${site}/1`]: { headers: { "content-type": "text/html", ratelimit: "\"default\";r=1;t=40" }, body: "<p>1" },
      [`${site}/2`]: { headers: { "content-type": "text/html", ratelimit: "\"default\";r=0;t=30" }, body: "<p>2" },
      [`${site}/3`]: { headers: { "content-type": "text/html", ratelimit: "\"default\";r=99;t=60" }, body: "<p>3" },
      [`${site}/4`]: "<p>4"
    })
    return Effect.gen(function*() {
      for (const n of [1, 2, 3, 4]) yield* whileTimePasses(fetchPage(`${site}/${n}`))
      const times = web.log.slice(-4).map(({ startedAt }) => startedAt)
      assert.deepStrictEqual(times.slice(1).map((at, n) => at - (times[n] ?? 0)), [20_000, 30_000, 1000])
    }).pipe(Effect.provide(fetchOver(web)))
  })
})
