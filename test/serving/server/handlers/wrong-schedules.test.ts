import { assert, it } from "@effect/vitest"
import { serviceOverSite } from "../../../support/entries/service-over-site.ts"

const live = serviceOverSite()
const url = "http://example.com/"

it("a schedule names every wrong field, and takes no secrets of sites", async () => {
  const faults = async (json: object) => {
    const response = await live.service.call("/v1/schedules", { json })
    const { errors } = await response.json() as { errors: ReadonlyArray<{ pointer: string; detail: string }> }
    return Object.fromEntries(errors.map(({ detail, pointer }) => [pointer, detail]))
  }
  const secret =
    "may be a secret of a site, which a schedule does not store; start such a job yourself, with since = the last job"
  assert.deepStrictEqual(
    await faults({
      name: "x",
      cron: "61 * * * *",
      timezone: "Mars/X",
      job: { url, headers: { a: "b" }, cookies: { a: "b" } }
    }),
    {
      "/cron": "is not a cron pattern of five fields: Invalid value for minute: 61",
      "/timezone": "is not a time zone; use a name of the IANA database, such as Europe/Berlin",
      "/job/headers": secret,
      "/job/cookies": secret
    }
  )
  assert.deepStrictEqual(await faults({ name: "x", cron: "daily", job: { url } }), {
    "/cron": "is not a cron pattern of five fields, such as 30 6 * * *"
  })
  assert.deepStrictEqual(await faults({ name: "x", job: { url } }), {
    "/cron": "is missing; give either cron or every_seconds"
  })
  assert.hasAllKeys(
    await faults({ name: "x", every_seconds: 60, cron: "* * * * *", job: { urls: [url], since: "0".repeat(32) } }),
    [
      "/every_seconds",
      "/job/since"
    ]
  )
  assert.hasAllKeys(await faults({ name: "", every_seconds: 1, keep: 0, job: { url: "ftp://x", max_pagse: 3 } }), [
    "/name",
    "/every_seconds",
    "/keep",
    "/job/url",
    "/job/max_pagse"
  ])
  assert.hasAllKeys(await faults({ name: "x", every_seconds: 60, job: { max_pages: 3 } }), ["/job/url"])
  const noControl = "must not have control characters or lone surrogates"
  for (
    const [name, detail] of [["  ", "must not be blank"], ["\u001b[2J", noControl], [
      "shop \ud83d",
      noControl
    ]] as const
  ) {
    assert.deepStrictEqual(await faults({ name, every_seconds: 60, job: { url } }), { "/name": detail })
  }
})
