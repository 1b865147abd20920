import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { documentOf } from "../document-of.ts"

const lead = "<p>Run one of these commands in the tower before the first lamp is lit. It takes about ten minutes.</p>"
const end = "<p>After that the lamp can be lit from any place, and its state is shown in the room of the keeper.</p>"

const pre = (language: string, text: string) => `<pre><code class=language-${language}>${text}</code></pre>`
const npm = pre("sh", "npm install tower")
const yarn = pre("sh", "yarn add tower")

/** The markdown between the two paragraphs around a sample. */
const sampleIn = (source: string) =>
  documentOf(
    `<title>Install</title><nav><a href=/a>Home</a></nav><main><article><h1>Install</h1>${lead}${lead}<h2>First</h2>${lead}${source}${end}</article></main>`
  ).pipe(Effect.map(({ markdown, text }) => {
    const [, after = ""] = markdown.split("## First\n\n")
    return { text, sample: after.split("\n\n").slice(1, -1).join("\n\n") }
  }))

const expected = [
  "**npm**",
  "```sh\nnpm install tower\n```",
  "**Yarn**",
  "```sh\nyarn add tower\n```"
].join("\n\n")

const samples: ReadonlyArray<readonly [name: string, source: string]> = [
  [
    "roles, without ids (Docusaurus)",
    `<div class=tabs-container><ul role=tablist class=tabs><li role=tab aria-selected=true>npm</li><li role=tab>Yarn</li></ul>` +
    `<div><div role=tabpanel>${npm}</div><div role=tabpanel hidden>${yarn}</div></div></div>`
  ],
  [
    "labels of fields (MkDocs)",
    `<div class="tabbed-set tabbed-alternate"><input checked id=a type=radio><input id=b type=radio><div class=tabbed-labels>` +
    `<label for=a>npm</label><label for=b>Yarn</label></div><div class=tabbed-content><div class=tabbed-block>${npm}</div>` +
    `<div class=tabbed-block>${yarn}</div></div></div>`
  ],
  [
    "buttons beside the panels (Sphinx)",
    `<div class=sphinx-tabs><div role=tablist><button role=tab aria-controls=p1>npm</button><button role=tab aria-controls=p2>` +
    `Yarn</button></div><div class=sphinx-tabs-panel id=p1 role=tabpanel>${npm}</div>` +
    `<div class=sphinx-tabs-panel id=p2 role=tabpanel hidden=true>${yarn}</div></div>`
  ],
  [
    "links above the panels (Bootstrap)",
    `<ul class="nav nav-tabs"><li><a href="#npm" data-toggle=tab>npm</a></li><li><a href="#yarn" data-toggle=tab>Yarn</a>` +
    `</li></ul><div class=tab-content><div class="tab-pane active" id=npm>${npm}</div><div class=tab-pane id=yarn>${yarn}</div></div>`
  ],
  [
    "groups of code (VitePress)",
    `<div class=vp-code-group><div class=tabs><input type=radio id=x checked><label for=x>npm</label><input type=radio id=y>` +
    `<label for=y>Yarn</label></div><div class=blocks><div class="language-sh active">${npm}</div><div class=language-sh>` +
    `${yarn}</div></div></div>`
  ]
]

describe("code in an editor", () => {
  const lines = "<div class=cm-line>let x = 5</div><div class=cm-line>let y = 6</div>"

  it.effect("is a block by the role of the editor, not by a name that content has too", () =>
    Effect.gen(function*() {
      const { sample } = yield* sampleIn(`<div class=cm-content role=textbox>${lines}</div>`)
      assert.strictEqual(sample, "```\nlet x = 5\nlet y = 6\n```")
      const { markdown } = yield* documentOf(`<main class=cm-content><h1>Install</h1>${lead.repeat(9)}</main>`)
      assert.match(markdown, /^# Install\n\nRun one/)
    }))
})

describe("a code sample in tabs", () => {
  for (const [name, source] of samples) {
    it.effect(`has every panel with its label: ${name}`, () =>
      Effect.gen(function*() {
        const { sample, text } = yield* sampleIn(source)
        assert.strictEqual(sample, expected)
        assert.include(text, "npm install tower\n\n")
        assert.include(text, "yarn add tower\n\n")
      }))
  }

  it.effect("is not one if a panel has no code, or the labels are of another number", () =>
    Effect.gen(function*() {
      const tabs = (labels: string, panel: string) =>
        `<ul role=tablist>${labels}</ul><div><div role=tabpanel>${npm}</div><div role=tabpanel>${panel}</div></div>`
      const two = "<li role=tab>npm</li><li role=tab>Yarn</li>"
      const prose = "<p>Yarn is for those who have it, and they know how a lamp is added to a tower with it.</p>"
      assert.include((yield* sampleIn(tabs(two, prose))).sample, "- npm\n- Yarn\n\n```sh")
      const three = `${two}<li role=tab>pnpm</li>`
      assert.include((yield* sampleIn(tabs(three, yarn))).sample, "- npm\n- Yarn\n- pnpm\n\n```sh")
    }))
})
