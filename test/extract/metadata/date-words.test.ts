import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { documentOf } from "../document-of.ts"

/** In each language: a label for the last change, and one for publication. */
const labels: Readonly<Record<string, readonly [updated: string, published: string]>> = {
  en: ["Last updated", "Published"],
  de: ["Zuletzt aktualisiert", "Veröffentlicht am"],
  fr: ["Mis à jour le", "Publié le"],
  es: ["Actualizado el", "Publicado el"],
  pt: ["Atualizado em", "Publicado em"],
  it: ["Aggiornato il", "Pubblicato il"],
  ca: ["Actualitzat", "Publicat"],
  eu: ["Eguneratua", "Argitaratua"],
  ro: ["Actualizat la", "Publicat la"],
  nl: ["Bijgewerkt op", "Gepubliceerd op"],
  sv: ["Uppdaterad", "Publicerad"],
  da: ["Opdateret", "Udgivet"],
  nb: ["Oppdatert", "Publisert"],
  is: ["Uppfært", "Birt"],
  fi: ["Päivitetty", "Julkaistu"],
  et: ["Uuendatud", "Avaldatud"],
  lv: ["Atjaunināts", "Publicēts"],
  lt: ["Atnaujinta", "Paskelbta"],
  pl: ["Zaktualizowano", "Opublikowano"],
  cs: ["Aktualizováno", "Publikováno"],
  sk: ["Aktualizované", "Zverejnené"],
  sl: ["Posodobljeno", "Objavljeno"],
  hr: ["Ažurirano", "Objavljeno"],
  sr: ["Ажурирано", "Објављено"],
  bg: ["Актуализирано", "Публикувано"],
  ru: ["Обновлено", "Опубликовано"],
  uk: ["Оновлено", "Опубліковано"],
  be: ["Абноўлена", "Апублікавана"],
  hu: ["Frissítve", "Közzétéve"],
  el: ["Ενημερώθηκε", "Δημοσιεύτηκε"],
  tr: ["Güncelleme", "Yayınlanma"],
  sq: ["Përditësuar", "Publikuar"],
  hy: ["Թարմացվել է", "Հրապարակվել է"],
  ka: ["განახლდა", "გამოქვეყნდა"],
  he: ["עודכן", "פורסם"],
  ar: ["آخر تحديث", "تاريخ النشر"],
  fa: ["بروزرسانی", "منتشر شده"],
  ur: ["تازہ کاری", "شائع"],
  hi: ["अपडेट", "प्रकाशित"],
  bn: ["আপডেট", "প্রকাশিত"],
  ta: ["புதுப்பிக்கப்பட்டது", "வெளியிடப்பட்டது"],
  th: ["อัปเดต", "เผยแพร่"],
  vi: ["Cập nhật", "Xuất bản"],
  id: ["Diperbarui", "Diterbitkan"],
  sw: ["Imesasishwa", "Imechapishwa"],
  ja: ["更新日", "公開日"],
  ko: ["수정", "입력"],
  zh: ["修改时间", "发布时间"]
}

const text = "<p>The light was lit each evening at dusk, and the keeper climbed the stairs to wind its clock.</p>"
  .repeat(5)

const pageIn = (language: string, lines: ReadonlyArray<string>): string =>
  `<!doctype html><html lang="${language}"><title>The last keeper</title><meta property="og:type" content="article">` +
  `<h1>The last keeper</h1>${lines.map((line) => `<div>${line}</div>`).join("")}${text}`

describe("a day of publication beside a day of change", () => {
  for (const [language, [updated, published]] of Object.entries(labels)) {
    it.effect(`is told apart: ${language}`, () =>
      Effect.gen(function*() {
        const apart = pageIn(language, [`${updated}: 2024-03-14`, `${published}: 2024-03-12`])
        assert.strictEqual((yield* documentOf(apart)).published_date, "2024-03-12")
        const joined = pageIn(language, [`${published}: 2024-03-12 ${updated}: 2024-03-14`])
        assert.strictEqual((yield* documentOf(joined)).published_date, "2024-03-12")
        const reversed = pageIn(language, [`${updated}: 2024-03-14 ${published}: 2024-03-12`])
        assert.strictEqual((yield* documentOf(reversed)).published_date, "2024-03-12")
      }))
  }
})
