import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { commandHere } from "../../support/entries/command-here.ts"
import { type MailBox, startMailBox } from "../../support/web/mail-box.ts"

let box: MailBox
beforeAll(async () => {
  box = await startMailBox()
})
afterAll(() => box.close())

const doctor = async (password: string) => {
  const server = `smtp://gleaner:${encodeURIComponent(password)}@127.0.0.1:${box.port}`
  const environment = { GLEANER_SMTP: `${server} gleaner@example.com`, GLEANER_BROWSER: "off" }
  const { out } = await commandHere(["doctor"], { environment })
  assert.notInclude(out, encodeURIComponent(password))
  return out.split("\n").filter((line) => /^mail|GLEANER_SMTP/.test(line)).join("\n").replaceAll(String(box.port), "25")
}

describe("gleaner doctor", () => {
  it("logs in to the mail server, and shows it without its user and password", async () => {
    assert.match(
      await doctor("p@ss/word"),
      /^mail +smtp:\/\/\*\*\*@127\.0\.0\.1:25 takes mail\n +GLEANER_SMTP +smtp:\/\/\*\*\*@127\.0\.0\.1:25 gleaner@example\.com$/
    )
    assert.match(await doctor("wr0ng"), /^mail +smtp:\S+ does NOT take mail: EAUTH AUTH PLAIN 535\. No message/)
    assert.deepStrictEqual(box.arrived, [])
  })
})
