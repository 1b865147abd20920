import { assert, describe, it } from "@effect/vitest"
import { Result, Schema } from "effect"
import { shownOptions } from "../../../src/core/domain/job/Job.ts"
import { batchOptions, crawlOptions } from "../../../src/core/domain/job/Job.ts"
import { Actions, actionsFor, kindOf, selectorOf, takesPictures } from "../../../src/core/domain/options/Action.ts"
import { actionsIn } from "../../../src/serving/firecrawl/actions.ts"
import { codeBlocks } from "../../support/handbook.ts"

const ceiling = { maxPages: 9, maxDepth: 9, sitemapFiles: 9 }
const decode = Schema.decodeUnknownSync(Actions)
const isTaken = (actions: unknown) => Result.isSuccess(Schema.decodeUnknownResult(Actions)(actions))

describe("the actions of a request", () => {
  it("are those of the page on options", () => {
    const block = codeBlocks.find(({ file, heading }) => file.endsWith("options.md") && heading === "Actions")
    const actions = decode(JSON.parse(block?.text ?? ""))
    assert.deepStrictEqual(actions.map(kindOf), ["click", "type", "press", "wait_for", "scroll_until"])
    assert.deepStrictEqual(actions.map(selectorOf), ["#accept", "input[name=q]", "", ".results", ".end"])
    assert.isFalse(takesPictures(actions))
    assert.isTrue(takesPictures([...actions, { screenshot: true }]))
  })

  it("are up to 50, each of one kind", () => {
    assert.isTrue(isTaken(Array.from({ length: 50 }, () => ({ wait_ms: 30_000 }))))
    assert.isTrue(isTaken([{ scroll_until: { max: 100 } }, { press: "a" }, { press: " " }, { press: "PageDown" }]))
    const wrong: ReadonlyArray<unknown> = [
      [],
      Array.from({ length: 51 }, () => ({ wait_ms: 1 })),
      Array.from({ length: 11 }, () => ({ screenshot: true })),
      [{}],
      [{ click: "a", hover: "a" }],
      [{ click: "a:hover" }],
      [{ click: "x".repeat(501) }],
      [{ type: ["a", "x".repeat(2001)] }],
      [{ press: "é" }],
      [{ press: "Control+a" }],
      [{ wait_ms: Infinity }],
      [{ wait_ms: 1.5 }],
      [{ click_until: { click: "a" } }],
      [{ click_until: { click: "a", max: 101 } }],
      [{ next_page: { click: "a", max: 0 } }]
    ]
    for (const actions of wrong) assert.isFalse(isTaken(actions), JSON.stringify(actions))
  })

  it("do not show what they type in the answers about a job", () => {
    const actions = decode([{ click: "#in" }, { type: ["#password", "hunter2"] }])
    const options = batchOptions(["https://site.test/"], { actions }, ceiling)
    assert.deepStrictEqual(options.actions, actions)
    assert.deepStrictEqual(shownOptions(options).actions, [{ click: "#in" }, { type: ["#password", ""] }])
    const crawl = crawlOptions({ page_actions: [{ pattern: "/in", actions }] }, ceiling)
    assert.deepStrictEqual(shownOptions(crawl).page_actions, [
      { pattern: "/in", actions: [{ click: "#in" }, { type: ["#password", ""] }] }
    ])
  })
})

describe("the actions of the pages of a crawl", () => {
  it("are those of the first pattern that matches, those of a batch of all its pages", () => {
    const [all, shop, one] = [1, 2, 3].map((wait_ms) => decode([{ wait_ms }]))
    const page_actions = [{ pattern: "/shop/*", actions: shop! }, { pattern: "*/one", actions: one! }]
    assert.strictEqual(actionsFor({ page_actions }, "https://site.test/shop/one"), shop)
    assert.strictEqual(actionsFor({ page_actions }, "https://site.test/one"), one)
    assert.isUndefined(actionsFor({ page_actions }, "https://site.test/two"))
    assert.strictEqual(actionsFor({ actions: all! }, "https://site.test/two"), all)
  })
})

describe("the actions of Firecrawl", () => {
  it("become those of Gleaner", () => {
    const given = [
      { type: "wait", milliseconds: 500 },
      { type: "wait", selector: "#q" },
      { type: "click", selector: "#q" },
      { type: "write", text: "tides" },
      { type: "press", key: "Enter" },
      { type: "scroll", direction: "down" },
      { type: "scroll", selector: "#list" },
      { type: "screenshot" }
    ]
    assert.deepStrictEqual(Result.getOrUndefined(actionsIn(given)), [
      { wait_ms: 500 },
      { wait_for: "#q" },
      { click: "#q" },
      { type: ["#q", "tides"] },
      { press: "Enter" },
      { scroll: "bottom" },
      { scroll: "#list" },
      { screenshot: true }
    ])
    for (const none of [undefined, [], {}]) assert.deepStrictEqual(actionsIn(none), Result.succeed(undefined))
  })

  it("are refused with the place and the reason", () => {
    const cases: ReadonlyArray<readonly [given: unknown, path: ReadonlyArray<PropertyKey>, why: RegExp]> = [
      ["click", [], /must be a list/],
      [["click"], [0], /must be an object/],
      [[{ type: "dance" }], [0], /is not an action; the actions are wait/],
      [[{ type: "constructor" }], [0], /is not an action/],
      [[{ type: "executeJavascript", script: "1" }], [0], /runs no script of a caller/],
      [[{ type: "scrape" }], [0], /read once, after the last action/],
      [[{ type: "pdf" }], [0], /format pdf of POST \/v1\/screenshot/],
      [[{ type: "wait", milliseconds: 1 }, { type: "write", text: "a" }], [1], /needs a click/],
      [[{ type: "click", selector: "a", all: true }], [0], /clicks one element/],
      [[{ type: "click" }], [0], /text/],
      [[{ type: "wait", milliseconds: -1 }], [0], /between 1 and 30000/],
      [[{ type: "scroll", direction: "up" }], [0], /scrolls down only/],
      [[{ type: "screenshot", fullPage: true }], [0], /format screenshot/]
    ]
    for (const [given, path, why] of cases) {
      const [fault] = Result.match(actionsIn(given), { onFailure: (faults) => faults, onSuccess: () => [] })
      assert.deepStrictEqual(fault?.path, path, JSON.stringify(given))
      assert.match(fault?.issue ?? "", why)
    }
  })
})
