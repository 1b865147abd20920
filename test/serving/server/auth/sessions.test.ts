import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import * as fc from "fast-check"
import * as net from "node:net"
import { Settings } from "../../../../src/core/settings/Settings.ts"
import { ApiKeys } from "../../../../src/serving/server/auth/ApiKeys.ts"
import { Sessions } from "../../../../src/serving/server/auth/Sessions.ts"
import { keys, type RunningService, serviceOver } from "../../../support/entries/service-process.ts"

const nodeWith = (...secrets: ReadonlyArray<string>) =>
  Sessions.layerNoDeps.pipe(
    Layer.provide(ApiKeys.layer),
    Layer.provide(
      Settings.layerWith({
        apiKeys: secrets.map((secret, index) => ({ name: `key-${index}`, secret: Redacted.make(secret) }))
      })
    )
  )

const onNode = <A>(node: ReturnType<typeof nodeWith>, act: (sessions: Sessions["Service"]) => Effect.Effect<A>) =>
  Effect.provide(Effect.flatMap(Sessions, act), node, { local: true })

const [one, other] = [keys.first, keys.second]
const opened = onNode(
  nodeWith(one),
  (sessions) => Effect.map(sessions.open("key-0"), (cookie) => cookie ?? Redacted.make(""))
)

describe("Sessions", () => {
  it.effect("are known to every node that has the key, and to no node that has another one under its name", () =>
    Effect.gen(function*() {
      const cookie = yield* opened
      const read = (sessions: Sessions["Service"]) => sessions.read(cookie)
      assert.strictEqual((yield* onNode(nodeWith(one, other), read))?.name, "key-0")
      assert.isUndefined(yield* onNode(nodeWith(other, one), read))
    }))

  it.effect("end after twelve hours", () =>
    Effect.gen(function*() {
      const cookie = yield* opened
      const read = onNode(nodeWith(one), (sessions) => sessions.read(cookie))
      yield* TestClock.adjust("11 hours")
      assert.isDefined(yield* read)
      yield* TestClock.adjust("61 minutes")
      assert.isUndefined(yield* read)
    }))

  it.effect("end when their user signs out, and no other session with them", () =>
    onNode(nodeWith(one), (sessions) =>
      Effect.gen(function*() {
        const [mine, theirs] = [yield* sessions.open("key-0"), yield* sessions.open("key-0")]
        if (mine === undefined || theirs === undefined) return assert.fail("no session")
        yield* sessions.end(mine)
        assert.isUndefined(yield* sessions.read(mine))
        assert.isDefined(yield* sessions.read(theirs))
      })))

  it.effect("are over for who waits, at their time and when their user signs out", () =>
    onNode(nodeWith(one), (sessions) =>
      Effect.gen(function*() {
        const cookies = [yield* sessions.open("key-0"), yield* sessions.open("key-0"), Redacted.make("none")]
        const [mine, theirs, none] = yield* Effect.forEach(
          cookies,
          (cookie = Redacted.make("")) => Effect.forkChild(sessions.over(cookie), { startImmediately: true })
        )
        yield* TestClock.adjust("1 hour")
        yield* sessions.end(cookies[0] ?? Redacted.make(""))
        yield* TestClock.adjust("1 minute")
        const isOver = () => [mine, theirs, none].map((fiber) => fiber?.pollUnsafe() !== undefined)
        assert.deepStrictEqual(isOver(), [true, false, true])
        yield* TestClock.adjust("11 hours")
        assert.deepStrictEqual(isOver(), [true, true, true])
      })))

  it("no text that we did not sign is one", () =>
    fc.assert(
      fc.asyncProperty(fc.string(), fc.nat(), async (text, at) => {
        const cookie = Redacted.value(await Effect.runPromise(opened))
        const place = at % cookie.length
        const changed = cookie.slice(0, place) + (cookie[place] === "A" ? "B" : "A") + cookie.slice(place + 1)
        for (const forged of [text, changed, cookie + text]) {
          if (forged === cookie) continue
          const read = onNode(nodeWith(one), (sessions) => sessions.read(Redacted.make(forged)))
          // The last letter of base64url carries bits that mean nothing.
          if (place < cookie.length - 1 || forged !== changed) assert.isUndefined(await Effect.runPromise(read))
        }
      }),
      { numRuns: 25 }
    ))
})

describe("/v1/session", () => {
  let service: RunningService
  let silent = 0
  const site = net.createServer()
  beforeAll(async () => {
    service = await serviceOver({ rateLimit: 40 })
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve))
    silent = (site.address() as net.AddressInfo).port
  })
  afterAll(async () => {
    await service.stop()
    site.close()
  })

  const signIn = async (headers: Readonly<Record<string, string>> = {}, key: string = keys.first) =>
    service.call("/v1/session", { method: "PUT", headers, key })
  const cookieOf = (response: Response): string => (response.headers.get("set-cookie") ?? "").split(";")[0] ?? ""
  /** A request as a browser sends it. */
  const withCookie = (cookie: string, path: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
    fetch(service.url + path, { method, headers: { cookie, ...headers } })

  it("a cookie stands for its key on every route, and says when it ends", async () => {
    const response = await signIn()
    const { expires_at, name } = await response.json() as { name: string; expires_at: number }
    assert.strictEqual(name, "first")
    assert.closeTo(expires_at - Date.now() / 1000, 12 * 3600, 60)
    assert.match(
      response.headers.get("set-cookie") ?? "",
      /^gleaner_session=[\w.-]+; Max-Age=43200; Path=\/v1; HttpOnly; SameSite=Strict$/
    )
    const cookie = cookieOf(response)
    for (const path of ["/v1/session", "/v1/jobs", "/v1/health", "/v1/domains", "/v1/usage"]) {
      const answer = await withCookie(cookie, path, { "sec-fetch-site": "same-origin" })
      assert.strictEqual(answer.status, 200, path)
      assert.strictEqual(answer.headers.get("x-content-type-options"), "nosniff")
      assert.match(answer.headers.get("ratelimit") ?? "", /"per-key";r=\d+/)
    }
  })

  it("is only for https where the browser sees https", async () => {
    assert.match((await signIn({ origin: "https://gleaner.example" })).headers.get("set-cookie") ?? "", /; Secure;/)
  })

  it("ends with signing out", async () => {
    const cookie = cookieOf(await signIn())
    const out = await withCookie(cookie, "/v1/session", { "sec-fetch-site": "same-origin" }, "DELETE")
    assert.strictEqual(out.status, 204)
    assert.match(out.headers.get("set-cookie") ?? "", /^gleaner_session=; Max-Age=0; /)
    const answer = await withCookie(cookie, "/v1/jobs")
    assert.strictEqual(answer.status, 401)
    assert.include((await answer.json() as { detail: string }).detail, "sign in again")
  })

  it("ends the streams that it has opened with it", async () => {
    const cookie = cookieOf(await signIn())
    const own = { "sec-fetch-site": "same-origin" }
    // Nobody answers there for as long as the test lasts.
    const job = await service.call("/v1/crawl", { json: { url: `http://127.0.0.1:${silent}/` } })
    const { id } = await job.json() as { id: string }
    const events = await withCookie(cookie, `/v1/jobs/${id}/events`, own)
    assert.strictEqual(events.status, 200)
    const ended = events.text().then(() => "ended", () => "cut")
    await withCookie(cookie, "/v1/session", own, "DELETE")
    assert.strictEqual(await ended, "cut")
  })

  it("is not made longer by its own cookie, and a wrong key is not helped by one", async () => {
    const cookie = cookieOf(await signIn())
    const again = await withCookie(cookie, "/v1/session", { "sec-fetch-site": "same-origin" }, "PUT")
    assert.strictEqual(again.status, 200)
    assert.isNull(again.headers.get("set-cookie"))
    assert.strictEqual((await withCookie(cookie, "/v1/session", { "x-api-key": "wrong" }, "PUT")).status, 401)
  })

  it("a page of another origin can do nothing with it", async () => {
    const cookie = cookieOf(await signIn())
    const of = (headers: Readonly<Record<string, string>>, method = "GET") =>
      withCookie(cookie, "/v1/session", headers, method).then(({ status }) => status)
    for (const site of ["cross-site", "same-site"]) assert.strictEqual(await of({ "sec-fetch-site": site }), 401, site)
    assert.strictEqual(await of({ "sec-fetch-site": "none" }), 200)
    assert.strictEqual(await of({ "sec-fetch-site": "none" }, "PUT"), 401)
    assert.strictEqual(await of({ origin: "http://127.0.0.1:1" }, "PUT"), 401)
    assert.strictEqual(await of({ origin: service.url }, "PUT"), 200)
    assert.strictEqual(await of({}, "PUT"), 401)
  })
})
