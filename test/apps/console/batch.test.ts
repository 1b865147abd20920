import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { urlLines, withoutLines, wrongLines } from "../../../src/apps/console/batch/url-lines.ts"
import { consoleOverSite, type ConsolePage } from "../../support/entries/console-over-site.ts"
import { type FixtureSite, startFixtureSite } from "../../support/web/fixture-site.ts"
import { heldSite } from "../../support/web/held-site.ts"

const inBrowser = consoleOverSite()
let site: FixtureSite
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "console-batch-"))
beforeAll(async () => {
  site = await startFixtureSite()
})
afterAll(async () => {
  await site.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

const list = "textarea[name=urls]"

/** The empty form. */
const form = async (): Promise<ConsolePage> => {
  const opened = await inBrowser.signedIn("batch")
  await opened.page.waitForSelector(list)
  if (await textIn(opened) !== "") await opened.click("Clear")
  return opened
}

const textIn = ({ page }: ConsolePage): Promise<string> =>
  page.$eval(list, (area) => (area as unknown as { readonly value: string }).value)

const started = async ({ click, page }: ConsolePage, button: string): Promise<void> => {
  await click(button)
  await page.waitForFunction(() => /^#\/jobs\/[0-9a-f]{32}$/.test(location.hash))
}

describe("a list of URLs", () => {
  it("has each URL once, without remarks", () => {
    assert.deepStrictEqual(
      urlLines("# of today\r\n https://a.example/ \n\nexample.org\nhttps://a.example/\r\n"),
      ["https://a.example/", "example.org"]
    )
  })

  it("tells lines that the API would refuse, with their number and the reason", () => {
    const text = "# of today\nhttps://a.example/\nftp://files.example/a\n\nnot a url\nexample.org\nhttp://u:p@a.example"
    const wrong = wrongLines(text)
    assert.deepStrictEqual(wrong.map(({ line, why }) => `${line} ${why.split(/[;,]/)[0]}`), [
      "3 has the scheme ftp",
      "5 is not a URL",
      "7 carries a user name or password"
    ])
    assert.strictEqual(withoutLines(text, wrong), "# of today\nhttps://a.example/\n\nexample.org")
  })
})

describe("a batch in the console", () => {
  it("reads the pages that were pasted, and shows how far it is", async () => {
    const held = await heldSite(3)
    const opened = await form()
    const { faults, page, says, text } = opened
    const pages = ["/", "/page/0", "/page/1"].map((path) => held.url + path)
    await page.locator(list).fill(["# three pages", ...pages, pages[0]].join("\n"))
    await says("3 URLs in 5 lines")
    await started(opened, "Fetch 3 URLs")
    await says("1 of 3")
    await says("Cancel the batch")
    held.release()
    await says("The batch is done")
    assert.strictEqual(await text("[data-tab=ledger] .count"), "3")
    await says("Download 3 documents")
    assert.strictEqual(await text("h1"), "Batch")
    // Its pages were found on no page, so no line joins them.
    await opened.click("Link graph", "tab")
    await page.waitForSelector("[data-drawn='3'][data-lines='0']")
    assert.deepStrictEqual(faults, [])
    await held.close()
  })

  it("can be read again to compare, with the same pages", async () => {
    const opened = await form()
    const { click, page, says } = opened
    const pages = [`${site.url}/`, `${site.url}/articles/tide`]
    await page.locator(list).fill(pages.join("\n"))
    await started(opened, "Fetch 2 URLs")
    await says("The batch is done")
    const first = await page.evaluate(() => location.hash.slice("#/jobs/".length))
    await click("Read again and compare")
    await page.waitForSelector(list)
    assert.sameMembers((await textIn(opened)).split("\n"), pages)
    await started(opened, "Fetch 2 URLs")
    await says("The batch is done")
    const id = await page.evaluate(() => location.hash.slice("#/jobs/".length))
    const job = await (await inBrowser.service.call(`/v1/jobs/${id}`)).json() as {
      readonly options: { readonly since: string }
    }
    assert.strictEqual(job.options.since, first)
    await opened.go("jobs")
    await says(/Batch\s+http:\S+ and others/)
  })

  it("names a wrong line while it is typed, sends nothing with it, and removes it on request", async () => {
    const opened = await form()
    const { click, page, says, text } = opened
    const typed = `${site.url}/\nftp://files.example/a\n`
    await page.locator(list).fill(typed)
    await says("1 URL, 1 wrong line")
    assert.match(await text(".url-list .notice.bad"), /Line 2: ftp:\/\/files\.example\/a has the scheme ftp/)
    await click("Fetch 1 URL")
    // The input has the focus, with the fault as its description.
    await page.waitForFunction(() => document.activeElement?.matches("textarea[name=urls][aria-invalid=true]"))
    assert.strictEqual(await page.evaluate(() => location.hash), "#/batch")
    assert.strictEqual(await textIn(opened), typed)
    await click("Remove this line")
    assert.strictEqual(await textIn(opened), `${site.url}/\n`)
    await page.waitForSelector(".url-list .notice.bad", { hidden: true })
    await started(opened, "Fetch 1 URL")
    await says("The batch is done")
  })

  it("takes the URLs of a file that is chosen or dropped, and refuses one that is too large", async () => {
    const opened = await form()
    const { faults, page, says, text } = opened
    const file = path.join(folder, "urls.txt")
    fs.writeFileSync(file, "https://one.example/\nhttps://two.example/\n")
    const chooser = await page.$("input[type=file]")
    await (chooser as unknown as { uploadFile: (path: string) => Promise<void> }).uploadFile(file) // an input of files
    await says(/2 URLs/)
    await page.$eval(list, (area) => {
      const data = new DataTransfer()
      data.items.add(new File(["https://three.example/\n"], "more.txt", { type: "text/plain" }))
      area.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }))
    })
    await says(/3 URLs/)
    assert.strictEqual(await textIn(opened), "https://one.example/\nhttps://two.example/\nhttps://three.example/\n")
    await page.$eval(list, (area) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(1024 * 1024 + 1)], "all.txt", { type: "text/plain" }))
      area.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }))
    })
    await says("all.txt has 1 MiB")
    assert.include(await text(".fault"), "split the file")
    await opened.click("Clear")
    assert.strictEqual(await textIn(opened), "")
    assert.deepStrictEqual(faults, [])
  })
})
