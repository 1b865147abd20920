import { assert, describe, it } from "@effect/vitest"
import { hanWriters, nameIn, nameInLine } from "../../../src/extract/metadata/authors/byline.ts"

describe("the name in a byline", () => {
  const bylines: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
    [["By Anna Berg"], "Anna Berg"],
    [["By", "Anna Berg", "Senior Writer"], "Anna Berg"],
    [["Written by: Anna Berg | May 3, 2024"], "Anna Berg"],
    [["Anna Berg and Li Wei"], "Anna Berg and Li Wei"],
    [["Story by Anna Berg • 5 min read"], "Anna Berg"],
    [["Von Jürgen Groß, 3. Mai 2024"], "Jürgen Groß"],
    [["Par Zoé L'Hôte le 3 mai 2024"], "Zoé L'Hôte"],
    [["Por María-José Carreño"], "María-José Carreño"],
    [["Автор: Анна Берг"], "Анна Берг"],
    [["作者：王小明"], "王小明"],
    [["ByAnna Berg"], "Anna Berg"],
    [["Anna Berg, MD"], "Anna Berg, MD"],
    [["old_salt42"], "old_salt42"],
    [["Berg &#038; Sons"], "Berg & Sons"],
    [["Anna Berg (Berg"], "Anna Berg"],
    [["authorAnna Berg"], "Anna Berg"],
    [["Post author By Anna Berg"], "Anna Berg"],
    [["Erstellt von Anna Berg"], "Anna Berg"],
    [["Anna Berg, Head of Marketing and Community Development"], "Anna Berg"],
    [["Anna Berg Staff Writer"], "Anna Berg"],
    [["Anna Berg, DVM. Reviewed by Li Wei, DVM"], "Anna Berg, DVM"],
    [["Anna Berg Shares"], "Anna Berg"],
    [["anna (anna)"], "anna"],
    [["More posts by Anna Berg"], "Anna Berg"],
    [["Pressemitteilung von Anna Berg"], "Anna Berg"],
    [["Anna Berg, CNN"], "Anna Berg"],
    [["Anna Berg, MD, From the Harbour"], "Anna Berg, MD"],
    [["Anna Maria Berg Apr"], "Anna Maria Berg"],
    [["/ Anna Berg"], "Anna Berg"],
    [["Posted on September 21, 2020 by Anna Berg"], "Anna Berg"],
    [["Veröffentlicht am 21. September 2020 von Anna Berg"], "Anna Berg"],
    [["Anna Berg @annaberg"], "Anna Berg"],
    [["Anna Berg Published"], "Anna Berg"],
    [["Anna Berg <anna@harbour.example>"], "Anna Berg"],
    [["Anna Berg anna@harbour.example"], "Anna Berg"],
    [["anna@harbour.example"], ""],
    [["First Name"], ""],
    [["Username"], ""],
    [["No Author"], ""],
    [["wordpressadmin"], ""],
    [["APPOINTMENT ONLY"], ""],
    [["4m"], ""],
    [["Sat, 20 Dec, 2025"], ""],
    [["anna[at]site.test"], ""],
    [["Up to 60% off"], ""],
    [["Are you a writer? Click here"], ""],
    [["Veröffentlicht am"], ""],
    [["Type: ExternalName"], ""],
    [["Proudly selling lamps since 2007"], ""],
    [["admin"], ""],
    [["Share"], ""],
    [["May 3, 2024"], ""],
    [["https://site.test/anna"], ""],
    [["{{ author.name }}"], ""],
    [["12"], ""]
  ]
  for (const [lines, name] of bylines) it(lines.join(" / "), () => assert.strictEqual(nameIn(lines), name))

  it("in a line by itself needs to be said to be one", () => {
    assert.strictEqual(nameInLine("By Anna Berg"), "Anna Berg")
    assert.strictEqual(nameInLine("Contributors: Anna Berg"), "Anna Berg")
    assert.strictEqual(nameInLine("Anna Berg"), "")
    assert.strictEqual(nameInLine("by the sea there was a town"), "")
  })

  const lines: ReadonlyArray<readonly [string, string]> = [
    ["作者:灯塔 阅读(1660) 发表于:2005-07-31 12:30", "灯塔"],
    ["作者[王小明]自己发表的最新评论", "王小明"],
    ["光明日报记者 王建宏 张文攀", "王建宏 张文攀"],
    ["文/王小明", "王小明"],
    ["来源：日报 编辑：王小明", "王小明"],
    ["记者：首先欢迎你来到本网接受我们的采访。", ""],
    ["当前位置： 首页｜记者看东北｜人物专访", ""]
  ]
  for (const [line, name] of lines) it(line, () => assert.strictEqual(hanWriters([line]), name))
})
