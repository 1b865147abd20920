import { assert, describe, it } from "@effect/vitest"
import { canonical } from "../../../src/core/domain/WebUrl.ts"
import { missing, sharedFile } from "../../support/shared-data.ts"

/** scrapy/w3lib's test cases of canonicalize_url, BSD-3-Clause. */
interface Case {
  readonly url: string
  readonly options: Readonly<Record<string, unknown>>
  readonly expected: string
}

const source = sharedFile("conformance/w3lib-canonicalize-cases.json")
const cases = source === undefined ? [] : JSON.parse(source) as ReadonlyArray<Case>

/**
 * Cases of unsupported options, and of text that is not an absolute http(s) URL: the canonical form is of parsed URLs.
 */
const applies = ({ options, url }: Case): boolean =>
  Object.keys(options).length === 0 && URL.canParse(url) && /^\s*https?:/.test(url)

const order = "the order of the query is kept: it means something to some sites"

/** Differences, with reasons. */
const deviations: Readonly<Record<number, readonly [ours: string, why: string]>> = {
  3: ["http://www.example.com/do?c=1&b=2&a=3", order],
  4: ["http://www.example.com/do?&a=1", "empty parts of the query are kept: they mean something to some sites"],
  8: ["http://www.example.com/do?c=3&b=5&b=2&a=50", order],
  10: ["http://www.example.com/do?b=&a=2", order],
  12: ["http://www.example.com/do?b=&c&a=2", `${order}; so is a name without =`],
  13: ["http://www.example.com/do?1750,4", "a comma may stand in a query as it is, and a name without ="],
  14: ["http://www.example.com/do?q=a%20space&a=1", `${order}; + and %20 are the same in forms alone`],
  15: ["http://www.example.com/do?q=a+space&a=1", order],
  16: ["http://www.example.com/do?q=a%20space&a=1", "as 14"],
  32: ["http://www.example.com/do?price=%C2%A3500&a=5&z=3", order],
  47: ["http://xn--p8j9a0d9c9a.xn--q9jyb4c/?query=%E3%82%B5&maxResults=5", order],
  54: [
    "http://.xn--xampl-9raf.com/r%C3%A9sum%C3%A9?q=r%C3%A9sum%C3%A9",
    "the WHATWG parser encodes what it can of such a host; no resolver has a name for it"
  ]
}

describe.skipIf(source === undefined)(`w3lib's canonicalisation cases${missing(source)}`, () => {
  it("are 64, most of which apply", () => {
    assert.strictEqual(cases.length, 64)
    assert.isAtLeast(cases.filter(applies).length, 40)
  })

  for (const [index, { expected, options, url }] of cases.entries()) {
    if (!applies({ expected, options, url })) continue
    const [ours, why] = deviations[index] ?? [expected, undefined]
    it(`${index} ${JSON.stringify(url)} is ${ours}${why === undefined ? "" : `, unlike there: ${why}`}`, () => {
      assert.strictEqual(canonical(new URL(url)), ours)
    })
  }
})
