import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { contentSignal } from "../../../src/web/rights/read-values.ts"
import { parseRobots } from "../../../src/web/robots/parse-robots.ts"

const on = (robots: string, path = "/a") => parseRobots(robots, "gleaner/0.1").signalsFor(path)

describe("what a robots.txt says of uses", () => {
  it("is read from each of the lines in use", () => {
    assert.deepStrictEqual(on("User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /"), {
      "search": "yes",
      "ai-train": "no"
    })
    assert.deepStrictEqual(on("User-Agent: *\nContent-Usage: train-ai=n, search=y"), {
      "search": "yes",
      "ai-train": "no"
    })
    assert.deepStrictEqual(on("User-agent: *\nDisallowAITraining: /\nAllowAITraining: /a"), { "ai-train": "yes" })
    assert.deepStrictEqual(on("User-agent: *\nDisallowAITraining: /b"), {})
  })

  it("speaks to the group of our name, else to everybody, and before any group to both", () => {
    const robots = "Content-Signal: search=no\nUser-agent: *\nContent-Signal: ai-train=no\n"
    assert.deepStrictEqual(on(robots), { "search": "no", "ai-train": "no" })
    assert.deepStrictEqual(on(`${robots}User-agent: Gleaner\nContent-Signal: ai-input=yes`), {
      "search": "no",
      "ai-input": "yes"
    })
    assert.deepStrictEqual(on("User-agent: other\nContent-Signal: ai-train=no"), {})
  })

  it("may stand before a path, whose longest match decides; of two as long, no does", () => {
    const robots = "User-agent: *\nContent-Signal: ai-train=yes\nContent-Signal: /news/* ai-train=no, search=yes\n" +
      "Content-Usage: /news/free train-ai=y\nContent-Signal: /x ai-input=no\nContent-Signal: /x ai-input=yes"
    assert.deepStrictEqual(on(robots, "/a"), { "ai-train": "yes" })
    assert.deepStrictEqual(on(robots, "/news/1?b"), { "search": "yes", "ai-train": "no" })
    assert.deepStrictEqual(on(robots, "/news/free/1"), { "search": "yes", "ai-train": "yes" })
    assert.deepStrictEqual(on(robots, "/x"), { "ai-input": "no", "ai-train": "yes" })
  })

  it("leaves out what it does not know", () => {
    assert.deepStrictEqual(contentSignal("ai-train=maybe, bots=n, =no, search"), {})
    assert.deepStrictEqual(contentSignal("AI-Train = No , ai-train=yes"), { uses: { "ai-train": "no" } })
  })

  it("ends groups as little as any other line, and never throws", () => {
    const robots = "User-agent: a\nContent-Signal: search=no\nUser-agent: gleaner\nDisallow: /b"
    assert.isFalse(parseRobots(robots, "gleaner").isAllowed("/b"))
    fc.assert(fc.property(fc.string(), fc.webPath(), (value, path) => {
      on(`User-agent: *\nContent-Signal: ${value}\nContent-Usage: /${value}\nDisallowAITraining: ${value}`, path)
    }))
  })
})
