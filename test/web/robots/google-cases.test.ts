import { assert, describe, it } from "@effect/vitest"
import { rulesOf } from "../../../src/web/robots/RobotsRules.ts"
import { missing, sharedFile } from "../../support/shared-data.ts"

/** google/robotstxt's own test cases, Apache-2.0. */
interface Case {
  readonly test: string
  readonly robots: string
  readonly agent: string
  readonly url: string
  readonly allowed: boolean
}

const source = sharedFile("conformance/google-robots-cases.json")
const cases = source === undefined ? [] : JSON.parse(source) as ReadonlyArray<Case>

/**
 * Cases about an empty agent or a URL that is none speak of the reference's own API: our callers have parsed the URL.
 */
const applies = ({ agent, url }: Case): boolean => agent !== "" && URL.canParse(url)

/** Differences, with reasons. */
const deviations: Readonly<Record<number, string>> = {
  40: "the agent 'Foo Bar' is not a product token; ours is cut from a User-Agent, where the token ends at the space",
  63: "the URL reaches us parsed by the WHATWG, so its path is percent-encoded and the rule does match",
  65: "as 63",
  66: "RFC 9309 section 2.2.2 has %62%61%7A and baz compared as equal; the reference leaves that out",
  83:
    "the reference's test builds its over-long lines in code, as parse-robots.test.ts does; the data holds none of them",
  85: "as 83",
  86: "as 83"
}

describe.skipIf(source === undefined)(`Google's robots.txt cases${missing(source)}`, () => {
  it("are 145, of which all but those without an agent or a URL apply", () => {
    assert.strictEqual(cases.length, 145)
    assert.isAtLeast(cases.filter(applies).length, 138)
  })

  for (const [index, { agent, allowed, robots, test, url }] of cases.entries()) {
    if (!applies({ agent, allowed, robots, test, url })) continue
    const reason = deviations[index]
    const expected = reason === undefined ? allowed : !allowed
    const name = `${index} ${test}: ${agent} ${url} is ${expected ? "allowed" : "disallowed"}`
    it(reason === undefined ? name : `${name}, unlike there: ${reason}`, () => {
      const target = new URL(url)
      assert.strictEqual(rulesOf(target.origin, robots, agent).isAllowed(target), expected)
    })
  }
})
