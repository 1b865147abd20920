import { assert, describe, it } from "@effect/vitest"
import { contentOf } from "../../../src/extract/stages/Content.ts"
import { pageOf } from "../markdown/page-of.ts"

const sentence = "A tide table is printed a year ahead, and it is right to a few minutes, as the moon is well known. "

const picturesOf = (before: string): ReadonlyArray<string> => {
  const text = `<h1>How tides are predicted</h1>${`<p>${sentence.repeat(3)}</p>`.repeat(6)}`
  const { markdown } = contentOf(pageOf(`<title>How tides are predicted</title><body><div>${before}${text}</div>`))
  return [...markdown.matchAll(/!\[[^\]]*\]\(\S*\/([^/)]+)\)/g)].map(([, name = ""]) => name)
}

describe("pictures among the content", () => {
  it("are kept between the paragraphs, and in an article's header", () => {
    assert.deepStrictEqual(picturesOf("<figure><img src=/lamp.jpg alt=Lamp></figure>"), ["lamp.jpg"])
    assert.deepStrictEqual(picturesOf("<article><header><img src=/lamp.jpg alt=Lamp></header>"), ["lamp.jpg"])
  })

  it("are not the site's own: what its header holds, and what leads to its first page", () => {
    assert.deepStrictEqual(picturesOf("<header><img src=/lamp.jpg alt=Lamp></header>"), [])
    assert.deepStrictEqual(picturesOf("<div><a href=/><img src=/lamp.jpg alt=Lamp></a></div>"), [])
    const logo = "<div><a href=https://site.test/><img src=/site-logo.png alt=Site></a></div>"
    assert.deepStrictEqual(picturesOf(logo), [])
  })
})
