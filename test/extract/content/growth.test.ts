import { assert, describe, it } from "@effect/vitest"
import { html as spec } from "parse5"
import { segment } from "../../../src/extract/content/blocks/blocks.ts"
import { distancesTo } from "../../../src/extract/content/blocks/containers.ts"
import { keepImages } from "../../../src/extract/content/decide/keep-images.ts"
import { PageElement, type PageNode } from "../../../src/extract/dom/node.ts"
import { parseHtml } from "../../../src/extract/dom/parse-html.ts"
import { treeAdapter } from "../../../src/extract/dom/tree-adapter.ts"
import { firstByTag } from "../../../src/extract/dom/walk.ts"

/** Counts how often a property of this object is read. */
const readsOf = (target: object, key: string): () => number => {
  let reads = 0
  let held: unknown = Reflect.get(target, key)
  Object.defineProperty(target, key, {
    get: () => {
      reads++
      return held
    },
    set: (value: unknown) => {
      held = value
    }
  })
  return () => reads
}

const imageReads = (images: number): number => {
  const html = parseHtml(`<section><p>kept</p><div>${"<img>".repeat(images)}dropped</div></section>`)
  const { body } = html
  const keep = new Set<PageNode>([body, firstByTag(body, "section") ?? body])
  const reads = readsOf(firstByTag(body, "div") ?? body, "firstChild")
  keepImages(html, keep)
  return reads()
}

const listClimbs = (scripts: number): number => {
  const html = parseHtml(`<section><div>${"<i><script></script></i>".repeat(scripts)}</div></section>`)
  const reads = readsOf(firstByTag(html.body, "section") ?? html.body, "parentNode")
  assert.lengthOf(html.tagged("script"), scripts)
  return reads()
}

const attributeReads = (tags: number): number => {
  const { adapter } = treeAdapter(100)
  const root = new PageElement(
    "html",
    spec.NS.HTML,
    Array.from({ length: tags }, (_, at) => ({ name: `b${at}`, value: "" }))
  )
  const reads = root.attrs.map((attribute) => readsOf(attribute, "name"))
  for (let tag = 0; tag < tags; tag++) adapter.adoptAttributes(root, [{ name: `a${tag}`, value: "" }])
  assert.lengthOf(root.attrs, 2 * tags)
  return reads.reduce((sum, count) => sum + count(), 0)
}

const climbs = (depth: number): number => {
  const nested = (text: string) => `${"<div>".repeat(depth)}<p>${text}</p>${"</div>".repeat(depth)}`
  const [left, right] = segment(parseHtml(`${nested("one")}${nested("two")}`).body)
  if (left === undefined || right === undefined) return assert.fail("there are two blocks")
  const distance = distancesTo(right.place)
  const reads = readsOf(left.place.parent ?? left.place, "parent")
  for (let call = 0; call < 10; call++) assert.strictEqual(distance(left.place), depth + 1)
  return reads()
}

describe("work grows with the page and no faster", () => {
  it("a block of images is read once for all of them", () => {
    assert.strictEqual(imageReads(200), imageReads(20))
  })

  it("elements of one tag climb to the top of the document once for all of them", () => {
    assert.strictEqual(listClimbs(200), listClimbs(20))
  })

  it("a repeated <html> costs its own attributes, not those before it", () => {
    assert.strictEqual(attributeReads(100), 100)
  })

  it("the distance to a container is one climb, however deep both stand", () => {
    assert.strictEqual(climbs(200), climbs(20))
  })
})
