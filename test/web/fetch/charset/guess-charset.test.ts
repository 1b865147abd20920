import { assert, describe, it } from "@effect/vitest"
import { decodeText } from "../../../../src/web/fetch/charset/charset.ts"
import { encodeAs } from "./encode-as.ts"

/** A few sentences of a language, and the encodings that pages in it were written in. */
const samples: ReadonlyArray<readonly [language: string, encodings: string, text: string]> = [
  ["Simplified Chinese", "gb18030", "据新华社电，昨天下午，北京市政府召开新闻发布会，介绍今年以来的经济发展情况。"],
  ["Traditional Chinese", "big5", "台北市政府昨天召開記者會，說明今年以來的交通建設與經濟發展情形，並請市民提供意見。"],
  ["Japanese", "shift_jis euc-jp", "日本の首都である東京では、昨日から新しい展覧会が開かれています。入場は無料です。"],
  ["Korean", "euc-kr", "서울시는 어제 기자회견을 열고 올해의 교통 정책과 경제 발전 계획을 발표했다고 밝혔다."],
  [
    "Russian",
    "windows-1251 koi8-r iso-8859-5 ibm866",
    "Вчера в Москве состоялась встреча министров. Правительство обсудило бюджет на следующий год."
  ],
  [
    "Ukrainian",
    "windows-1251 koi8-u",
    "Учора в Києві відбулася зустріч міністрів. Уряд обговорив бюджет на наступний рік і його пріоритети."
  ],
  [
    "Bulgarian",
    "windows-1251 iso-8859-5",
    "Вчера в София се състоя среща на министрите. Правителството обсъди бюджета."
  ],
  [
    "Greek",
    "windows-1253 iso-8859-7",
    "Χθες στην Αθήνα έγινε η συνάντηση των υπουργών για τον προϋπολογισμό του επόμενου έτους."
  ],
  ["Hebrew", "windows-1255", "אתמול התקיימה בירושלים פגישה של שרי הממשלה בנושא התקציב לשנה הבאה."],
  [
    "Arabic",
    "windows-1256 iso-8859-6",
    "عقد الوزراء أمس اجتماعا في القاهرة لمناقشة ميزانية السنة القادمة وخطط التنمية"
  ],
  ["Thai", "windows-874", "เมื่อวานนี้รัฐบาลได้จัดประชุมที่กรุงเทพมหานครเพื่อหารือเรื่องงบประมาณปีหน้า"],
  [
    "Polish",
    "windows-1250 iso-8859-2",
    "Wczoraj w Łodzi odbyło się spotkanie ministrów. Rząd omówił budżet na przyszły rok, także dla kółek i świetlic."
  ],
  [
    "Czech",
    "windows-1250 iso-8859-2",
    "Včera se v Praze konala schůzka ministrů. Vláda projednala rozpočet na příští rok a žádosti měst."
  ],
  [
    "Hungarian",
    "windows-1250 iso-8859-2",
    "Tegnap Budapesten került sor a miniszterek találkozójára. A kormány megvitatta a jövő évi költségvetést és a jelentős döntésekről szóló tervet."
  ],
  [
    "Turkish",
    "windows-1254",
    "Dün Ankara'da bakanların toplantısı yapıldı. Hükümet gelecek yılın bütçesini görüştü, şimdi ışık açık."
  ],
  [
    "Lithuanian",
    "windows-1257 iso-8859-13",
    "Vakar Vilniuje įvyko ministrų susitikimas. Vyriausybė aptarė kitų metų biudžetą, šiandien žmonės klausė."
  ],
  [
    "Latvian",
    "windows-1257 iso-8859-13",
    "Vakar Rīgā notika ministru tikšanās. Valdība apsprieda nākamā gada budžetu un ceļu būvniecību."
  ],
  [
    "German",
    "windows-1252",
    "Gestern fand in München ein Treffen der Minister statt. Die Regierung prüfte den Haushalt für das nächste Jahr, sagte Frau Größer."
  ],
  [
    "French",
    "windows-1252",
    "Hier, une réunion des ministres a eu lieu à Paris. Le gouvernement a débattu du budget de l’année prochaine, où l’on prévoit des économies."
  ],
  [
    "Spanish",
    "windows-1252",
    "Ayer se celebró en León una reunión de ministros. ¿Qué pasará el próximo año? El señor Núñez respondió aquí."
  ],
  [
    "Portuguese",
    "windows-1252",
    "Ontem realizou-se em São Paulo uma reunião. O governo não discutiu as questões da educação, nem as eleições."
  ],
  [
    "Icelandic",
    "windows-1252",
    "Í gær var haldinn fundur ráðherra í Reykjavík. Það þótti góð ákvörðun að ræða fjárlögin við þingið."
  ],
  [
    "Vietnamese",
    "windows-1258",
    "Hôm qua đa\u0303 diê\u0303n ra cuô\u0323c ho\u0323p cu\u0309a ca\u0301c bô\u0323 trươ\u0309ng ta\u0323i Ha\u0300 Nô\u0323i"
  ]
]

const page = (text: string, encoding: string): Uint8Array =>
  Buffer.concat([
    Buffer.from("<!doctype html><html><head><title>"),
    encodeAs(text.slice(0, 20), encoding),
    Buffer.from("</title></head><body class=page><p>"),
    encodeAs(text, encoding),
    Buffer.from("</p><a href=/>Home</a></body></html>")
  ])

describe("the encoding of a page that declares none", () => {
  for (const [language, encodings, text] of samples) {
    for (const encoding of encodings.split(" ")) {
      it(`is read off its bytes: ${language} in ${encoding}`, () => {
        const { isGuess, text: read } = decodeText(page(text, encoding), undefined, "text/html")
        // Encodings that agree on all bytes of a page are the same to it.
        assert.include(read, text)
        assert.isTrue(isGuess)
      })
    }
  }

  it("is UTF-8 where no more than a few bytes are wrong", () => {
    const body = Buffer.concat([Buffer.from("é".repeat(100)), Buffer.from([0xC3])])
    const { encoding, isGuess } = decodeText(body, undefined, "text/html")
    assert.deepStrictEqual([encoding, isGuess], ["utf-8", false])
  })

  it("leans to what is written where the page comes from, and to the language that it names", () => {
    const short = encodeAs("çğ", "windows-1254")
    assert.strictEqual(decodeText(short, undefined, "text/html", "www.site.com.tr").text, "çğ")
    const named = Buffer.concat([Buffer.from("<html lang=\"pl\">"), encodeAs("Łódź", "iso-8859-2")])
    assert.include(decodeText(named, undefined, "text/html").text, "Łódź")
  })
})
