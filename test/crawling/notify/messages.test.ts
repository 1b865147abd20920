import { assert, describe, it } from "@effect/vitest"
import type { Notify } from "../../../src/core/domain/options/Notify.ts"
import type { RunChanges } from "../../../src/crawling/jobs/changes/run-changes.ts"
import { discordBody } from "../../../src/crawling/notify/discord.ts"
import { mailText } from "../../../src/crawling/notify/mail-message.ts"
import { type Notice, noticeOf, type NoticePage } from "../../../src/crawling/notify/Notice.ts"
import { slackBody } from "../../../src/crawling/notify/slack.ts"
import { teamsBody } from "../../../src/crawling/notify/teams.ts"

const row = { outcome: "stored", code: "", status: 200, depth: 0, found_on: "", elapsed_ms: 1 } as const
const diff = "--- u\n+++ u\n@@ -1,2 +1,2 @@\n Same\n-Old text\n+New text\n"
const price = { name: "Clock", field: "price", before: 100, after: 96 }

const pageOf = (changes: Partial<NoticePage>): NoticePage => ({
  url: "https://shop.example/a",
  title: "A clock",
  change: "changed",
  ...changes
})
const changesOf = (pages: ReadonlyArray<NoticePage>, total = pages.length): RunChanges => ({
  schedule: "0f5c2d8e7b9a4c16b3d2e1f0a9c8b7d6",
  since: "1f5c2d8e7b9a4c16b3d2e1f0a9c8b7d6",
  counts: { new: 0, changed: total, same: 0, removed: 0 },
  pages: pages.map((page) => ({ ...row, ...page })),
  total
})
const job = { id: "2f5c2d8e7b9a4c16b3d2e1f0a9c8b7d6", options: { schedule_name: "Prices", schedule_run: 4 } }
const told = (pages: ReadonlyArray<NoticePage>, notify: Partial<Notify> = {}, total = pages.length) =>
  noticeOf(job, changesOf(pages, total), { to: [{ mail: ["ann@example.com"] }], ...notify })

describe("a message about a run", () => {
  it("has the pages that have changed in one of the chosen parts", () => {
    const text = pageOf({ diff, share: 0.4 })
    const records = pageOf({ records: [price] })
    const unknown = pageOf({ title: "" })
    const count = (notify: Partial<Notify>) => told([text, records, unknown], notify)?.pages.length
    assert.strictEqual(count({}), 3)
    assert.strictEqual(count({ on: ["text"] }), 2)
    assert.strictEqual(count({ on: ["records"] }), 2)
    assert.strictEqual(told([text], { on: ["records"] }), undefined)
    assert.strictEqual(
      told([pageOf({ change: "removed" }), pageOf({ change: "new" })], { on: ["records"] })?.pages.length,
      2
    )
  })

  it("leaves out changes below the threshold", () => {
    const isTold = (page: Partial<NoticePage>, threshold: number) => told([pageOf(page)], { threshold }) !== undefined
    assert.isTrue(isTold({ diff, share: 0.4 }, 0.4))
    assert.isFalse(isTold({ diff, share: 0.4 }, 0.41))
    assert.isTrue(isTold({ records: [price] }, 0.04))
    assert.isFalse(isTold({ records: [price] }, 0.05))
    assert.isTrue(isTold({ records: [{ ...price, before: "in stock", after: "gone" }] }, 1))
    assert.isTrue(isTold({ records: [{ ...price, before: 0, after: 0.01 }] }, 1))
    // Pages beyond those with details may have changed by any amount.
    assert.deepInclude(told([pageOf({ diff, share: 0.1 })], { threshold: 1 }, 120), { pages: [], left: 119 })
  })

  const hostile = pageOf({
    url: "https://shop.example/a?x=<b>|(y)",
    title: "Sale\r\nBcc: everyone@example.com\u2028<!channel> [free](https://evil.example) @everyone *b*",
    diff:
      `--- u\n+++ u\n@@ -1 +1 @@\n-\`\`\` out <script>alert(1)</script>\n+@everyone <!here> 日本語 \u{1F3B8}\u0007\n`,
    records: [{ name: "A|B <b>", field: "price", before: null, after: "1 | <i>" }]
  })
  const notice: Notice = {
    name: "Shop & <co>",
    run: 4,
    pages: [hostile],
    left: 2,
    link: "https://g.example/#/schedules/x"
  }

  it("is a mail on whose header and HTML no page has any influence", () => {
    const { html, subject, text } = mailText({ ...notice, name: "Shop\r\nBcc: x@example.com" })
    assert.strictEqual(subject, "Shop Bcc: x@example.com: 1 changed, 2 pages more (run 4)")
    assert.notMatch(subject, /[\r\n]/)
    assert.include(text, "changed: Sale Bcc: everyone@example.com <!channel>")
    assert.include(text, "+@everyone <!here> 日本語 \u{1F3B8}\n")
    assert.notInclude(text, "\u0007")
    assert.include(html, "&lt;script&gt;alert(1)&lt;/script&gt;")
    assert.include(html, "<a href=\"https://shop.example/a?x=&lt;b&gt;|(y)\">")
    assert.notMatch(html, /<(?:script|i|b|img|style)\b/)
    assert.include(html, "https://g.example/#/schedules/x")
  })

  it("is blocks of Slack in which no text is a link or mentions people", () => {
    const body = JSON.stringify(slackBody(notice))
    assert.notInclude(body, "<!channel>")
    assert.include(body, "&lt;!channel&gt;")
    assert.include(body, "<https://shop.example/a?x=%3Cb%3E%7C(y)|Sale Bcc:")
    assert.strictEqual(body.split("```").length, 3)
    assert.include(body, "*Shop &amp; &lt;co&gt;*: 1 changed, 2 pages more (run 4)")
    assert.include(body, "<https://g.example/#/schedules/x|Open in the console>")
  })

  it("is embeds of Discord that mention nobody", () => {
    const body = discordBody(notice) as {
      readonly allowed_mentions: object
      readonly embeds: ReadonlyArray<{ readonly title: string }>
    }
    assert.deepStrictEqual(body.allowed_mentions, { parse: [] })
    assert.include(body.embeds[0]?.title, "\\[free\\]\\(https")
    assert.strictEqual(JSON.stringify(body).split("```").length, 3)
  })

  it("is a card of Teams that escapes the markdown of its texts", () => {
    const body = JSON.stringify(teamsBody(notice))
    assert.include(body, "\\\\[free\\\\]")
    assert.include(body, "(https://shop.example/a?x=<b>|%28y%29)")
    assert.include(body, "Action.OpenUrl")
  })

  it("stays within what each service takes, whatever the pages say", () => {
    const long = "x".repeat(3999)
    const pages = Array.from({ length: 100 }, (_, n) =>
      pageOf({
        url: `https://shop.example/${n}?${"q".repeat(3000)}`,
        title: "\u{1F3B8}".repeat(5000),
        diff: `--- u\n+++ u\n@@ -1 +1 @@\n-${long}\n+${long.slice(0, 10)}\n`.repeat(2),
        records: Array.from(
          { length: 50 },
          () => ({ name: "\u{1F3B8}".repeat(500), field: "f", before: long, after: long })
        )
      }))
    const all = { ...notice, pages, left: 900 }
    const slack = slackBody(all) as { readonly blocks: ReadonlyArray<{ readonly text: { readonly text: string } }> }
    assert.isAtMost(slack.blocks.length, 50)
    for (const { text: { text } } of slack.blocks) assert.isAtMost(text.length, 3000)
    const discord = discordBody(all) as {
      readonly content: string
      readonly embeds: ReadonlyArray<{ readonly title: string; readonly description: string }>
    }
    assert.isAtMost(discord.embeds.length, 10)
    const characters = discord.embeds.reduce(
      (sum, { description, title }) => sum + title.length + description.length,
      0
    )
    assert.isAtMost(characters, 6000)
    assert.isAtMost(discord.content.length, 2000)
    assert.include(discord.content, "and 990 more")
    assert.isAtMost(Buffer.byteLength(JSON.stringify(teamsBody(all))), 28_000)
    assert.isAtMost(mailText(all).subject.length, 200)
    for (const body of [slackBody(all), discordBody(all), teamsBody(all)]) {
      assert.isTrue(JSON.stringify(body).isWellFormed())
    }
  })
})
