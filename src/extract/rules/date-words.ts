/** Words that distinguish dates: */
interface DateWords {
  readonly publication: string
  readonly revision: string
  /** Events, offers, births: days that are not about the page. */
  readonly other?: string
}

const row = (publication: string, revision: string, other?: string): DateWords =>
  other === undefined ? { publication, revision } : { publication, revision, other }

const dateWords: Readonly<Record<string, DateWords>> = {
  en: row(
    "publi[sc]|posted|originally created",
    "updat|modifi|revis|last edited",
    "review|join|founded|regist|member|copyright|©|expire|deadline|born|until|starting|event"
  ),
  de: row(
    "veröffentlicht|erschienen|eingestellt am|erstellt am",
    "aktualis|bearbeitet|geändert|änderung",
    "mitglied|veranstaltung|anmeldeschluss"
  ),
  fr: row("publi[ée]|mise? en ligne|paru le", "mis[e]? à jour|actualisé|modifié", "inscri|événement|date limite"),
  es: row("publicad", "actualiz|modificad", "evento|fecha límite|inscripci"),
  pt: row("publicad|postado", "atualizad|actualizad", "prazo|inscriç"),
  it: row("pubblicat", "aggiornat|modificat", "scadenza|iscriz"),
  ca: row("publicat|publicada", "actualitz"),
  gl: row("publicad", "actualizad"),
  eu: row("argitaratu", "eguneratu"),
  ro: row("publicat", "actualizat"),
  nl: row("gepubliceerd|geplaatst", "bijgewerkt|gewijzigd"),
  sv: row("publicera", "uppdatera"),
  da: row("udgivet|offentliggjort|publiceret", "opdater"),
  nb: row("publisert", "oppdater"),
  is: row("birt", "uppfært"),
  fi: row("julkaistu", "päivitet", "tapahtum"),
  et: row("avaldatud", "uuendatud"),
  lv: row("publicēt", "atjaunināt|atjaunots"),
  lt: row("paskelbta|publikuota", "atnaujint"),
  pl: row("opublikowan|dodano", "zaktualiz|aktualiz", "wydarzeni"),
  cs: row("publikován|zveřejněn|vydáno", "aktualizov"),
  sk: row("zverejnen|publikované", "aktualizov"),
  sl: row("objavljen", "posodobljen"),
  hr: row("objavljen", "ažuriran"),
  sr: row("објављен", "ажуриран"),
  mk: row("објавен", "ажуриран"),
  bg: row("публикуван", "обновен|актуализиран"),
  ru: row("опубликован|размещен", "обновлен", "мероприят"),
  uk: row("опубліков", "оновлен"),
  be: row("апублікав", "абноўлен"),
  kk: row("жарияланған", "жаңарт"),
  hu: row("közzétéve|megjelent", "frissít", "esemény"),
  el: row("δημοσ", "ενημερ"),
  tr: row("yayın", "güncelle", "etkinlik"),
  az: row("dərc ed", "yenilən"),
  sq: row("publikuar", "përditësuar"),
  hy: row("հրապարակ", "թարմաց"),
  ka: row("გამოქვეყნ", "განახლ"),
  he: row("פורסם|תאריך פרסום", "עודכן|עדכון"),
  ar: row("نشر|نُشر", "تحديث"),
  fa: row("منتشر|انتشار", "بروزرسانی|به‌روز"),
  ur: row("شائع", "تازہ کاری"),
  hi: row("प्रकाशित", "अपडेट|अद्यतन"),
  bn: row("প্রকাশ", "আপডেট|হালনাগাদ"),
  ta: row("வெளியிடப்பட்ட", "புதுப்பிக்க"),
  te: row("ప్రచురి", "నవీకరి"),
  th: row("เผยแพร่|โพสต์เมื่อ", "อัปเดต|แก้ไข|ปรับปรุง"),
  vi: row("đăng lúc|đăng ngày|xuất bản", "cập nhật"),
  id: row("dipublikasi|diterbitkan|tayang", "diperbarui"),
  ms: row("diterbitkan", "dikemas ?kini"),
  sw: row("imechapishwa|ilichapishwa", "imesasishwa"),
  ja: row("公開|掲載|投稿日|配信", "更新", "開催|締切"),
  ko: row("게시|입력|등록", "업데이트|수정", "마감"),
  zh: row("发布|發布|发表|發表|刊登", "更新|修改", "截止|报名")
}

const joined = (pick: (words: DateWords) => string | undefined): string =>
  [...new Set(Object.values(dateWords).flatMap((words) => pick(words)?.split("|") ?? []))].join("|")

/** Words for publication. */
export const publication = new RegExp(joined(({ publication }) => publication), "iu")

/** Words for a change of the page. */
export const revision = new RegExp(joined(({ revision }) => revision), "iu")

/** A line that starts with such a word, or with one word before it: `Last updated`. */
export const labelled = new RegExp(`^\\P{L}*(?:\\p{L}+\\s)?(?:${publication.source}|${revision.source})`, "iu")

/** Words for another day than that of the page. */
export const otherDay = new RegExp(joined(({ other }) => other), "iu")

/** Words for a change or another day, not for publication. */
export const notPublication = new RegExp(`${revision.source}|${otherDay.source}`, "iu")

const sentences =
  "(?:entry|post|article|page|story) was (?:originally )?(?:posted|published|written|added|created)|(?:artikel|beitrag|eintrag|text|bericht)\\b.{0,120}\\bwurde am|wurde am|(?:article|billet) a été (?:publié|posté)|(?:entrada|artículo) (?:fue|ha sido) publicad|(?:articolo|post) è stato (?:pubblicato|scritto)"

/** A text that begins with a label for the date of publication in it, or a sentence about it. */
export const labelledText = new RegExp(
  `^\\P{L}*(?:\\p{L}+\\s)?(?:${publication.source})\\P{Nd}{0,40}\\p{Nd}|(?:${sentences})\\P{Nd}{0,40}\\p{Nd}`,
  "iu"
)
