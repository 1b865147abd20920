import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Effect, Exit, Option, Scope } from "effect"
import { fileTypeFromBuffer } from "file-type"
import * as zlib from "node:zlib"
import { type RunningService, serviceOver } from "../../support/entries/service-process.ts"
import { siteHost, skipReason } from "./support/browser.ts"
import { startSite } from "./support/site.ts"
import { setTraps } from "./support/traps.ts"

const html = (style: string, body: string): string =>
  `<!doctype html><style>html,body{margin:0;background:#fff}${style}</style>${body}${filler}`

/** Enough text for a short settle time. */
const filler = `<p hidden>${"Words that stand there. ".repeat(12)}</p>`

/** A PNG of one red pixel. */
const red = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC",
  "base64"
)

const moving = `@keyframes turn{to{transform:translateX(200px)}} @keyframes in{from{opacity:0}to{opacity:1}}
  .turn{width:40px;height:40px;background:#00f;animation:turn 1s infinite linear}
  .in{width:40px;height:40px;background:#0f0;animation:in 30s linear forwards}`

const scope = Scope.makeUnsafe()
const inScope = <A>(effect: Effect.Effect<A, never, Scope.Scope>) => Effect.runPromise(Scope.provide(effect, scope))

let site: Effect.Success<ReturnType<typeof startSite>>
let traps: Effect.Success<typeof setTraps>
let service: RunningService

beforeAll(async () => {
  traps = await inScope(setTraps)
  site = await inScope(startSite({
    "/robots.txt": (_, response) => void response.end("User-agent: *\nDisallow: /private"),
    "/": html("", "<h1>Tides</h1><p>The tide comes in twice a day."),
    "/image": html("img{width:100%;height:64px;display:block}", "<img src=red.png>"),
    "/red.png": (_, response) => void response.writeHead(200, { "content-type": "image/png" }).end(red),
    "/moving": html(moving, "<div class=turn></div><div class=in></div>"),
    "/still": html(moving.replaceAll("animation:", "x:"), "<div class=turn></div><div class=in></div>"),
    // Chromium loads a lazy image when it is some thousand pixels away, by its kind and what it knows of the network.
    "/tall": html("div{height:6000px}img{width:9px;height:9px}", "<div></div><img loading=lazy src=late.png>"),
    "/late.png": (_, response) => void response.writeHead(200, { "content-type": "image/png" }).end(red),
    "/endless": html("div{height:90000px}", "<div></div>"),
    "/inside": html(
      "",
      `<img src="http://127.0.0.1:${traps.port}/"><iframe src="http://[::1]:${traps.port}/"></iframe>`
    ),
    "/leave": (_, response) =>
      void response.writeHead(302, { location: `http://127.0.0.1:${traps.port}/secret` }).end(),
    "/to-private": (_, response) => void response.writeHead(302, { location: "/private" }).end(),
    "/on": (_, response) => void response.writeHead(302, { location: "/image" }).end(),
    "/private": "secret",
    "/zip": (_, response) => void response.writeHead(200, { "content-type": "application/zip" }).end("PK"),
    "/none": (_, response) => void response.writeHead(404, { "content-type": "text/html" }).end("<h1>Not here")
  }))
  service = await serviceOver({ allowAddresses: [`${siteHost}/32`] })
})
afterAll(async () => {
  await service.stop()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

const shoot = (path: string, more: object = {}, at = service) =>
  at.call("/v1/screenshot", { json: { url: site.url + path, width: 320, height: 240, ...more } })

const bytesOf = async (response: Response): Promise<Buffer> => {
  if (response.status !== 200) assert.fail(await response.text())
  return Buffer.from(await response.arrayBuffer())
}

/** Width and height of a PNG, and the colour at a place of it: PNG specification, sections 9 and 11.2.2. */
const png = (bytes: Buffer) => {
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  const channels = bytes[25] === 6 ? 4 : 3
  const parts: Array<Buffer> = []
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    if (bytes.toString("latin1", at + 4, at + 8) === "IDAT") {
      parts.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)))
    }
  }
  const data = zlib.inflateSync(Buffer.concat(parts))
  const stride = width * channels
  const pixels = Buffer.alloc(stride * height)
  for (let row = 0; row < height; row++) {
    const filter = data[row * (stride + 1)] ?? 0
    for (let at = 0; at < stride; at++) {
      const a = at < channels ? 0 : pixels[row * stride + at - channels] ?? 0
      const b = row === 0 ? 0 : pixels[(row - 1) * stride + at] ?? 0
      const c = row === 0 || at < channels ? 0 : pixels[(row - 1) * stride + at - channels] ?? 0
      const p = a + b - c
      const paeth = Math.abs(p - a) <= Math.abs(p - b) && Math.abs(p - a) <= Math.abs(p - c)
        ? a
        : Math.abs(p - b) <= Math.abs(p - c)
        ? b
        : c
      const predicted = [0, a, b, (a + b) >> 1, paeth][filter] ?? 0
      pixels[row * stride + at] = (data[row * (stride + 1) + 1 + at] ?? 0) + predicted
    }
  }
  return {
    size: [width, height],
    at: (x: number, y: number) => [...pixels.subarray(y * stride + x * channels).subarray(0, 3)]
  }
}

const code = async (response: Response) => {
  const body = await response.json() as { readonly code: string; readonly url: string }
  return [response.status, body.code]
}

describe.skipIf(skipReason !== "")(`POST /v1/screenshot${skipReason}`, () => {
  it("is the picture of a window, with the images of the page", async () => {
    const response = await shoot("/on")
    assert.strictEqual(response.headers.get("content-type"), "image/png")
    assert.strictEqual(response.headers.get("page-status"), "200")
    assert.strictEqual(response.headers.get("page-url"), `${site.url}/image`)
    const picture = png(await bytesOf(response))
    assert.deepStrictEqual(picture.size, [320, 240])
    assert.deepStrictEqual([picture.at(10, 10), picture.at(10, 100)], [[255, 0, 0], [255, 255, 255]])
  })

  it("comes in each format that it promises", async () => {
    for (const format of ["png", "jpeg", "webp", "pdf"]) {
      const response = await shoot("/", { format })
      const type = await fileTypeFromBuffer(await bytesOf(response))
      assert.strictEqual(type?.mime, response.headers.get("content-type"))
      assert.include(type?.mime ?? "", format)
    }
  })

  it("shows animations at their end, endless ones at their beginning, and a banner as it is", async () => {
    const moved = png(await bytesOf(await shoot("/moving")))
    const still = png(await bytesOf(await shoot("/still")))
    for (const [x, y] of [[20, 20], [20, 60], [120, 20]] as const) {
      assert.deepStrictEqual(moved.at(x, y), still.at(x, y))
    }
    assert.deepStrictEqual(still.at(20, 60), [0, 255, 0])
  })

  it("shows the whole page, with images that come when they are seen, and bounded", async () => {
    assert.deepStrictEqual(png(await bytesOf(await shoot("/tall"))).size, [320, 240])
    assert.notInclude(site.asked, "/late.png")
    const whole = png(await bytesOf(await shoot("/tall", { full_page: true })))
    assert.isAbove(whole.size[1] ?? 0, 6000)
    assert.include(site.asked, "/late.png")
    assert.deepStrictEqual(png(await bytesOf(await shoot("/endless", { full_page: true }))).size, [320, 16_383])
  })

  it("is a picture of an error page too, and says so", async () => {
    const response = await shoot("/none")
    assert.deepStrictEqual([response.status, response.headers.get("page-status")], [200, "404"])
    await response.arrayBuffer()
  })

  it("fails as a scrape does, and opens nothing that is blocked", async () => {
    assert.deepStrictEqual(await code(await shoot("/private")), [403, "robots_disallowed"])
    assert.deepStrictEqual(await code(await shoot("/to-private")), [403, "robots_disallowed"])
    assert.notInclude(site.asked, "/private")
    assert.deepStrictEqual(await code(await shoot("/leave")), [403, "address_blocked"])
    assert.deepStrictEqual(await code(await shoot("/zip")), [415, "unsupported_content_type"])
    await bytesOf(await shoot("/inside"))
    const blocked = await service.call("/v1/screenshot", { json: { url: `http://127.0.0.1:${traps.port}/` } })
    assert.deepStrictEqual(await code(blocked), [403, "address_blocked"])
    assert.deepStrictEqual(traps.caught, [])
  })

  it("bounds the picture", async () => {
    const small = await serviceOver({ allowAddresses: [`${siteHost}/32`], pictureBytes: 500 })
    assert.deepStrictEqual(await code(await shoot("/", {}, small)), [413, "body_too_large"])
    assert.deepStrictEqual(await code(await shoot("/", { format: "pdf" }, small)), [413, "body_too_large"])
    await small.stop()
  })
})

describe("POST /v1/screenshot", () => {
  it("names every wrong field, and the nearest known one", async () => {
    const response = await shoot("/", { fullPage: true, width: 5000, height: 0, format: "gif" })
    const problem = await response.json() as {
      readonly errors: ReadonlyArray<{ readonly pointer: string; readonly detail: string }>
    }
    assert.strictEqual(response.status, 400)
    assert.sameMembers(problem.errors.map(({ pointer }) => pointer), ["/fullPage", "/width", "/height", "/format"])
    assert.include(problem.errors.find(({ pointer }) => pointer === "/fullPage")?.detail ?? "", "full_page")
  })

  it("is a 503 without a browser, before the site is asked", async () => {
    const blind = await serviceOver({ browser: Option.some("off"), allowAddresses: [`${siteHost}/32`] })
    const before = site.asked.length
    assert.deepStrictEqual(await code(await shoot("/", {}, blind)), [503, "rendering_unavailable"])
    assert.strictEqual(site.asked.length, before)
    await blind.stop()
  })

  it("needs a key and counts against its rate", async () => {
    const slow = await serviceOver({ rateLimit: 1, browser: Option.some("off") })
    const unknown = await slow.call("/v1/screenshot", { json: { url: site.url }, key: "nobody" })
    assert.deepStrictEqual(await code(unknown), [401, "unauthorized"])
    await (await shoot("/", {}, slow)).arrayBuffer()
    assert.deepStrictEqual(await code(await shoot("/", {}, slow)), [429, "rate_limited"])
    await slow.stop()
  })
})
