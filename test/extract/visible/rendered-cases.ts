import { type Case, words } from "./cases.ts"

/** Cases that only a browser can judge: `/style.css` of the site has the sheet, and scripts run. */
export interface RenderedCase {
  readonly name: string
  readonly part: string
  readonly head?: string
  readonly sheet?: string
}

const p = `<p class=x>${words}</p>`
const sheet = (...blocks: ReadonlyArray<string>): ReadonlyArray<RenderedCase> =>
  blocks.map((block) => ({ name: `a sheet: ${block}`, part: p, sheet: block }))
const script = (...cases: ReadonlyArray<readonly [source: string, part?: string]>): ReadonlyArray<RenderedCase> =>
  cases.map(([source, part = p]) => ({
    name: `a script: ${source}`,
    part: `${part}<script>const x = document.querySelector(".x"); ${source}</script>`
  }))
const drawn = (...cases: ReadonlyArray<Case>): ReadonlyArray<RenderedCase> =>
  cases.map(([name, part, head = ""]) => ({ name, part, head }))

export const renderedHidden: ReadonlyArray<RenderedCase> = [
  ...sheet(
    ".x { display: none }",
    ".x { visibility: hidden }",
    ".x { opacity: 0 }",
    ".x { opacity: .02 }",
    ".x { font-size: 0 }",
    ".x { font-size: 1px }",
    ".x { color: transparent }",
    ".x { color: #fff }",
    ".x { color: #fdfdfd; background: #fff }",
    "article { background: #123456; color: #eee } .x { color: #123456 }",
    ".x { position: absolute; left: -9999px }",
    ".x { position: fixed; top: -600px }",
    ".x { text-indent: -9999px }",
    ".x { position: absolute; clip: rect(0 0 0 0) }",
    ".x { clip-path: inset(50%) }",
    ".x { clip-path: circle(0) }",
    ".x { height: 0; overflow: hidden }",
    ".x { position: absolute; width: 1px; height: 1px; overflow: hidden }",
    ".x { transform: scale(0) }",
    ".x { filter: opacity(0) }",
    ".x { mask-image: linear-gradient(transparent, transparent) }",
    ".x { content-visibility: hidden }",
    "@media (min-width: 1px) { article > p:nth-of-type(2) { display: none } }",
    ":root { --far: -9000px } .x { position: relative; left: var(--far) }",
    "@layer a { .x { display: none } }"
  ),
  ...script(
    ["x.hidden = true"],
    ["x.style.display = 'none'"],
    ["x.classList.add('gone'); document.head.append(Object.assign(document.createElement('style'), { textContent: '.gone { visibility: hidden }' }))"],
    ["const s = new CSSStyleSheet(); s.replaceSync('.x { display: none }'); document.adoptedStyleSheets = [s]"],
    ["document.styleSheets[0].insertRule('.x { opacity: 0 }')", `<style></style>${p}`],
    ["const d = document.createElement('div'); x.replaceWith(d); d.attachShadow({ mode: 'open' }).append(x); d.style.display = 'none'"]
  ),
  ...drawn(
    ["beside a part that is seen", `<p style="visibility:hidden">${words} <b style="visibility:visible">High.</b></p>`],
    ["nested opacity", `<div style="opacity:.2"><div style="opacity:.2">${p}</div></div>`],
    [
      "a mark of its own",
      `<p class=x unseen="" data-unseen="" unseen-seen="visible">${words}</p>`,
      "<style>.x { display: none }</style>"
    ],
    [
      "hidden in closed details",
      `<details><summary>More</summary><p>High water.</p><p style="display:none">${words}</p></details>`
    ],
    [
      "in a table",
      `<table><tr><td>High</td><td class=x>${words}</td></tr></table>`,
      "<style>.x { font-size: 0 }</style>"
    ],
    [
      "text behind a text indent in a list",
      `<ul><li>High</li><li class=x>${words}</li></ul>`,
      "<style>.x { display: none }</style>"
    ]
  )
]

export const renderedVisible: ReadonlyArray<RenderedCase> = [
  ...sheet(
    ".x { color: #777; font-size: 9px }",
    ".x { opacity: .4 }",
    ".x { color: #fff; background: #000 }",
    "article { background: #222 } .x { color: #fff }",
    ".x { display: contents }",
    ".x { display: flex; overflow: hidden; max-height: 40px }",
    ".x { position: relative; left: -20px }",
    ".x { position: absolute; top: 6000px }",
    ".x { content-visibility: auto; margin-top: 9000px }",
    ".x { height: 0 }",
    ".x { background: linear-gradient(red, blue); background-clip: text; color: transparent }",
    ".x { color: transparent; text-shadow: 0 0 1px #000 }"
  ),
  ...script(
    ["x.hidden = false", `<p class=x hidden>${words}</p>`],
    ["x.style.display = 'block'", `<p class=x style="display:none">${words}</p>`],
    ["document.querySelector('style').remove()", `<style>.x { display: none }</style>${p}`],
    ["x.classList.remove('gone')", `<style>.gone { opacity: 0 }</style><p class="x gone">${words}</p>`],
    ["const d = document.createElement('div'); x.replaceWith(d); d.attachShadow({ mode: 'open' }).append(x)"]
  ),
  ...drawn(
    ["closed details", `<details><summary>More</summary><p>${words}</p></details>`],
    [
      "a panel with a tab",
      `<button aria-controls=b>B</button><div id=b role=tabpanel style="display:none"><p>${words}</p></div>`
    ],
    ["after a button", `<button>More</button><div style="display:none">${words}</div>`],
    ["a mark of its own", `<p hidden-reason=display unseen="display" unseen-display="display">${words}</p>`],
    [
      "a placed box on a dark one",
      `<div style="position:relative;height:90px"><div style="position:absolute;inset:0;background:#000"></div><p style="position:relative;color:#fff">${words}</p></div>`
    ],
    [
      "on a picture that is not loaded",
      `<div style="position:relative"><img src=/none.png alt=""><p style="position:absolute;top:0;color:#fff">${words}</p></div>`
    ],
    ["a sheet that does not load", `<p style="color:#fff">${words}</p>`, "<link rel=stylesheet href=/none.css>"],
    [
      "a box that scrolls",
      `<div style="height:40px;overflow:auto"><p style="height:300px">High.</p><p>${words}</p></div>`
    ]
  )
]
