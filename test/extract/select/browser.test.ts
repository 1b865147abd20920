import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { withBrowser } from "../../../scripts/support/browser-matches.ts"
import { randomFrom, selectorsOf } from "../../../scripts/support/selectors-of.ts"
import { parseSelector } from "../../../src/core/domain/document/parse-selector.ts"
import { parseHtml } from "../../../src/extract/dom/parse-html.ts"
import { elements } from "../../../src/extract/dom/walk.ts"
import { Budget } from "../../../src/extract/select/Budget.ts"
import { findElements } from "../../../src/extract/select/find-elements.ts"
import { skipReason } from "../../web/render/support/browser.ts"

const body = `<p CLASS="Lead x" ID=One>a<b></b><b> </b><b><!-- c --></b></p><ul><li class=x>1<li>2<li lang=en-GB>3</ul>
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><a xlink:href="#x"><linearGradient id=g></linearGradient></a></svg>
<template><p class=x>hidden</p></template><noscript><p class=x>plain</p></noscript>
<table><tr><td>1<td>2<tr><td rowspan=2>3</table><input TYPE=Text disabled><a href="/A" rel="NoFollow">link</a>
<div><div><div data-a="1 2" data-b='q"q'><p>x</p></div></div><p>y</p></div><x-card></x-card><math><mi>x</mi></math>`

const pages = [`<!doctype html><title>t</title>${body}`, body, `<!doctype html><body>${body.repeat(4)}`, ""]

const selectors = [
  ".lead, #one",
  ".Lead, #One",
  "[class=lead]",
  "[xmlns], [href], [viewbox]",
  "svg a, linearGradient, lineargradient",
  "p.x",
  ":empty",
  "b:empty",
  "li:nth-child(2), li:nth-last-child(-n + 2):not(.x)",
  "li:nth-child(n+2):nth-child(-n+2), td:nth-of-type(2n)",
  "td:only-child, td:first-of-type:last-of-type",
  ":root, :root > *",
  "html > body > :first-child",
  "div div p, div > p",
  "div:has(> div > [data-a]), p:has(+ svg), :has(~ table)",
  "div:not(:has(p ~ p)):not([data-a] *)",
  ":is(ul, table) :where(li, td):last-child",
  "[data-a~='2'][data-b*='\"'], [lang|=en], [TYPE=text], [rel=nofollow]",
  "p + ul ~ table, ul + svg",
  "x-card, math > mi, tbody > tr",
  "*"
]

describe(`selectors${skipReason}`, () => {
  it.skipIf(skipReason !== "")("match the elements that a browser finds", async () => {
    const random = randomFrom(1)
    await withBrowser(async (ask) => {
      for (const source of pages) {
        const html = parseHtml(source)
        const all = [...elements(html.document)]
        const asked = [...selectors, ...selectorsOf(html.document, 40, random)]
        const browser = await ask(source, asked)
        assert.deepStrictEqual(all.map(({ tag }) => tag), [...browser.tags])
        for (const [index, selector] of asked.entries()) {
          const tokens = Result.getOrThrow(parseSelector(selector))
          const found = findElements(html, tokens, new Budget(1e7)).map((element) => all.indexOf(element))
          assert.deepStrictEqual(found, [...browser.found[index] ?? []], `${selector} in ${source.slice(0, 30)}`)
        }
      }
    })
  })
})
