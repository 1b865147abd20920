import { assert, describe, it } from "@effect/vitest"
import { segment } from "../../../src/extract/content/blocks/blocks.ts"
import { contentOf } from "../../../src/extract/content/content-of.ts"
import { chooseBlocks } from "../../../src/extract/content/decide/choose-blocks.ts"
import { parseHtml } from "../../../src/extract/dom/parse-html.ts"
import { pageOf } from "../markdown/page-of.ts"

const textOf = (source: string): string => contentOf(pageOf(source)).text

/** The same little article in scripts with and without spaces, left to right and right to left. */
const articles: ReadonlyArray<readonly [language: string, title: string, sentence: string]> = [
  ["en", "How tides are predicted", "A tide table is printed a year ahead, and it is right to a few minutes."],
  ["zh", "潮汐是如何预测的", "潮汐表提前一年印制，误差只有几分钟，因为月亮和太阳的运动早已为人所知。"],
  [
    "ja",
    "潮の満ち引きの予測",
    "潮汐表は一年前に印刷され、数分の誤差しかありません。月と太陽の動きがよく知られているからです。"
  ],
  ["th", "การพยากรณ์น้ำขึ้นน้ำลง", "ตารางน้ำขึ้นน้ำลงพิมพ์ล่วงหน้าหนึ่งปีและคลาดเคลื่อนเพียงไม่กี่นาทีเพราะรู้การเคลื่อนที่ของดวงจันทร์ดีแล้ว"],
  [
    "ko",
    "조석은 어떻게 예측되는가",
    "조석표는 일 년 앞서 인쇄되며 오차는 몇 분에 지나지 않는다. 달과 해의 움직임이 잘 알려져 있기 때문이다."
  ],
  [
    "ar",
    "كيف يتم التنبؤ بالمد والجزر",
    "تطبع جداول المد قبل عام كامل، ولا تخطئ إلا بدقائق قليلة، لأن حركة القمر والشمس معروفة جيدا."
  ],
  [
    "he",
    "כיצד חוזים את הגאות והשפל",
    "לוחות הגאות מודפסים שנה מראש, והם מדויקים עד כדי דקות ספורות, כי תנועת הירח והשמש ידועה היטב."
  ],
  [
    "hi",
    "ज्वार-भाटे का पूर्वानुमान",
    "ज्वार की सारणी एक वर्ष पहले छपती है और उसमें कुछ ही मिनटों की चूक होती है, क्योंकि चंद्रमा की गति ज्ञात है।"
  ],
  [
    "ru",
    "Как предсказывают приливы",
    "Таблицу приливов печатают на год вперёд, и она точна до нескольких минут, ведь движение Луны известно."
  ],
  [
    "el",
    "Πώς προβλέπονται οι παλίρροιες",
    "Ο πίνακας παλιρροιών τυπώνεται ένα χρόνο πριν και σφάλλει μόνο λίγα λεπτά, αφού η κίνηση της Σελήνης είναι γνωστή."
  ]
]

describe("the text of an article", () => {
  for (const [language, title, sentence] of articles) {
    it(`is found in ${language}`, () => {
      const body = [1, 2, 3, 4, 5, 6].map((number) => `<p>${number}. ${sentence}</p>`).join("")
      const menu = ["/a", "/b", "/c"].map((href) => `<li><a href="${href}">${title.slice(0, 4)}</a></li>`).join("")
      const text = textOf(
        `<html lang="${language}"><title>${title}</title><nav><ul>${menu}</ul></nav><article><h1>${title}</h1>${body}</article>`
      )
      assert.include(text, title)
      assert.strictEqual(text.split(sentence).length - 1, 6)
      assert.notInclude(text, `\n${title.slice(0, 4)}\n`)
    })
  }
})

describe("a page that has text never gives an empty one", () => {
  const little: Readonly<Record<string, readonly [source: string, text: string]>> = {
    "one word": ["<p>Hello", "Hello"],
    "one word of a script without spaces": ["<p>你好", "你好"],
    "text that stands in no element": ["Nothing but this line.", "Nothing but this line."],
    "a menu and nothing else": ["<nav><a href=/a>Home</a> <a href=/b>About us</a></nav>", "About us"],
    "a footer and nothing else": ["<footer>© 2026 Example. All rights reserved.</footer>", "All rights reserved"],
    "hidden text alone": ["<div hidden>Not shown, but all there is.</div>", "all there is"],
    "text for robots alone": [
      `<div id=root></div><noscript><p>The whole thread is here for robots.</p><p>${
        "It goes on at length. ".repeat(15)
      }</p></noscript>`,
      "here for robots"
    ],
    "one cell of a table": ["<table><tr><td>4.8 m</table>", "4.8 m"],
    "a cookie banner and nothing else": ["<div class=cookie-consent>We use cookies. Accept?</div>", "We use cookies"]
  }
  for (const [name, [source, expected]] of Object.entries(little)) {
    it(name, () => {
      assert.include(textOf(source), expected)
    })
  }
})

describe("the only paragraph of a small page is found beside a long menu", () => {
  const names = ["News", "About us", "Products", "Our team", "Jobs"]
  const menu = (entries: number) =>
    `<div><ul>${
      Array.from({ length: entries }, (_, at) => `<li><a href=/${at}>Section ${at} ${names[at % 5]}</a>`).join("")
    }</ul></div>`
  const closed = "The office will be closed on Monday for the public holiday and opens again on Tuesday at nine."
  const pages: Readonly<Record<string, readonly [source: string, sentence: string]>> = {
    "after the menu": [`<title>Contact</title>${menu(40)}<h1>Contact</h1><p>${closed}</p>`, closed],
    "in a table that arranges the page": [`<table><tr><td>${menu(150)}<td><p>${closed}</p></table>`, closed],
    "in a box without a name, above a footer": [
      `<title>Notice</title>${menu(60)}<div>${closed}</div><div class=footer>${
        menu(12)
      }Copyright 2020 Example. All rights reserved.</div>`,
      closed
    ],
    "in German": [
      `<html lang=de><title>Mitteilung</title>${
        menu(50)
      }<div><p>Die Sprechstunde am Freitag entfällt, weil die Praxis geschlossen bleibt.</p></div>`,
      "Die Sprechstunde am Freitag entfällt, weil die Praxis geschlossen bleibt."
    ]
  }
  for (const [name, [source, sentence]] of Object.entries(pages)) {
    it(name, () => {
      const text = textOf(source)
      assert.include(text, sentence)
      assert.notInclude(text, "Our team")
    })
  }
})

/** How many blocks are kept of blocks of so many words and such probabilities. */
const kept = (...blocks: ReadonlyArray<readonly [words: number, probability: number]>): number => {
  const source = blocks.map(([words]) => `<p>${"word ".repeat(words)}</p>`).join("")
  const probabilities = Float32Array.from(blocks, ([, p]) => p)
  return chooseBlocks(segment(parseHtml(source).body), probabilities).kept.reduce((sum, flag) => sum + flag, 0)
}

const cards = (count: number, probability: number) =>
  Array.from({ length: count }, (): readonly [number, number] => [10, probability])

describe("the choice among a page's blocks", () => {
  it("takes doubtful blocks where there is nothing surer", () => {
    assert.strictEqual(kept(...cards(20, 0.3)), 20)
  })

  it("leaves the same blocks where there is", () => {
    assert.strictEqual(kept([400, 0.95], ...cards(20, 0.3)), 1)
  })

  it("takes many doubtful words rather than few sure ones", () => {
    assert.strictEqual(kept([30, 0.95], ...cards(40, 0.5)), 41)
  })

  it("takes less likely blocks too where all are doubtful, but no unlikely ones", () => {
    assert.strictEqual(kept([100, 0.3], [300, 0.15]), 2)
    assert.strictEqual(kept([100, 0.3], [300, 0.09]), 1)
  })

  it("gives a few words at least, if there are any", () => {
    assert.strictEqual(kept([3, 0.9], [30, 0.001], [30, 0.0001]), 2)
    assert.strictEqual(kept([3, 0]), 1)
    assert.strictEqual(kept(), 0)
  })
})
