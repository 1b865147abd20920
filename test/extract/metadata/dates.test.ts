import { assert, describe, it } from "@effect/vitest"
import { isoDate } from "../../../src/extract/metadata/dates/dates.ts"

const now = Date.UTC(2026, 10, 1, 12)
const english = { monthFirst: true, language: "en" }

describe("a date", () => {
  const written: ReadonlyArray<string> = [
    "2024-05-03",
    "2024-05-03T23:59:59-07:00",
    "Fri May 03 09:34:12 2024",
    "lampkeeper03.05.2412:44",
    "20240503",
    "2024/5/3",
    "Fri, 03 May 2024 10:00:00 GMT",
    "May 3, 2024",
    "Published: Friday, May 3rd, 2024 at 10:15 am",
    "3 May 2024",
    "03-May-2024",
    "3. Mai 2024",
    "3 mai 2024",
    "3 de mayo de 2024",
    "3 maggio 2024",
    "3 de maio de 2024",
    "3 mei 2024",
    "3 maja 2024",
    "3 мая 2024 г.",
    "3 травня 2024",
    "3. května 2024",
    "3 maj 2024",
    "3. mai 2024",
    "3. toukokuuta 2024",
    "3 Mayıs 2024",
    "3 Μαΐου 2024",
    "3 mai 2024",
    "2024. május 3.",
    "3 Mei 2024",
    "2024年5月3日",
    "2024년 5월 3일",
    "3 tháng 5, 2024",
    "3 مايو 2024",
    "٣ مايو ٢٠٢٤",
    "3 במאי 2024",
    "3 मई 2024",
    "3 พฤษภาคม 2567",
    "03.05.2024",
    "3. svibnja 2024.",
    "3 მაისი, 2024",
    "3 مايو، 2024",
    "2024. gada 3. maijs",
    "2024 m. gegužės 3 d.",
    "۱۴ اردیبهشت ۱۴۰۳",
    "14 ارديبهشت 1403",
    "۱۴۰۳/۰۲/۱۴",
    "3 พ.ค. 2567",
    "令和6年5月3日",
    "２０２４年５月３日",
    "৩ মে ২০২৪",
    "மே 3, 2024",
    "2024. 5. 3. 오후 2:05",
    "1714730400",
    "1714730400000"
  ]
  for (const text of written) it(text, () => assert.strictEqual(isoDate(text, now), "2024-05-03"))

  it("is not the first day of .NET", () => assert.strictEqual(isoDate("0001-01-01T00:00:00Z", now), ""))

  it("is not read from the number of an article", () => assert.strictEqual(isoDate("0000026136", now), ""))

  it("with slashes is read as the page's country writes it, where both could be", () => {
    assert.strictEqual(isoDate("3/4/2024", now, english), "2024-03-04")
    assert.strictEqual(isoDate("3/4/2024", now, { ...english, monthFirst: false }), "2024-04-03")
    assert.strictEqual(isoDate("13/4/2024", now, english), "2024-04-13")
  })

  it("of two digits a part begins with the year in East Asia", () => {
    assert.strictEqual(isoDate("24.05.03 14:05", now, { monthFirst: false, language: "ko" }), "2024-05-03")
    assert.strictEqual(isoDate("24.05.03 14:05", now, { monthFirst: false, language: "de" }), "2003-05-24")
  })

  it("has a month of the page's own language before that of another", () => {
    assert.strictEqual(isoDate("3. listopada 2024.", now, { monthFirst: false, language: "hr" }), "2024-10-03")
    assert.strictEqual(isoDate("3. listopadu 2024", now, { monthFirst: false, language: "cs" }), "2024-11-03")
    assert.strictEqual(isoDate("3 listopada 2024", now, { monthFirst: false, language: "pl" }), "2024-11-03")
  })

  it("of Iran is that of its calendar", () => {
    const format = new Intl.DateTimeFormat("en-u-ca-persian-nu-latn", { dateStyle: "short", timeZone: "UTC" })
    for (let time = Date.UTC(1997, 2, 21); time < now; time += 41 * 86_400_000) {
      const [month, day, year] = format.format(time).split(/\D+/)
      assert.strictEqual(isoDate(`${year}/${month}/${day}`, now), new Date(time).toISOString().slice(0, 10))
    }
  })

  it("is never later than today anywhere on Earth", () => {
    assert.strictEqual(isoDate("2026-11-02", now), "2026-11-02")
    assert.strictEqual(isoDate("2026-11-02", now - 3 * 3_600_000), "")
    assert.strictEqual(isoDate("2027-01-01", now), "")
  })

  it("is none where a text has none", () => {
    for (
      const text of [
        "",
        "3 days ago",
        "2024",
        "May 2024",
        "2024-13-01",
        "2023-02-29",
        "Version 1.2.2024.5",
        "10:15:20",
        "the 13 Pro 2021 in blue",
        "a".repeat(5000)
      ]
    ) {
      assert.strictEqual(isoDate(text, now), "", text.slice(0, 20))
    }
  })
})
