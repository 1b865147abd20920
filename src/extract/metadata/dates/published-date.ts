import * as words from "../../rules/date-words.ts"
import * as rules from "../../rules/metadata.ts"
import { type JsonObject, textOf, typesOf } from "../declared/json-ld.ts"
import type { FactSources } from "../FactSources.ts"
import type { Clue } from "../page-marks.ts"
import { dateReader, isoDate, mayBeDate } from "./dates.ts"
import { labelledDates } from "./labelled-dates.ts"

interface DatedSources extends FactSources {
  /** The first date in a text, by the language and country of the page, as YYYY-MM-DD. "" if there is none. */
  readonly read: (text: string) => string
}

/**
 * The day of publication: declared data first, then `time`, a dateline, the URL. Only for pages that have such a day,
 * so not for services, products and lists. "" is better than a guess.
 */
export const publishedDateOf = (facts: FactSources, author: string, language: string): string => {
  const monthFirst = orderOnPage(facts) ?? isMonthFirst(language, facts.page.url)
  const style = { monthFirst, language }
  const sources: DatedSources = { ...facts, read: dateReader(facts.page.input.fetchedAt, style) }
  if (isFrontPage(sources)) return ""
  if (!isDated(sources, author) && !hasOwnDateline(sources)) return ""
  for (const texts of candidates(sources, author)) {
    for (const text of texts) {
      const date = sources.read(text)
      if (date !== "") return asShown(date, sources)
    }
  }
  return ""
}

/** The dates on a home page belong to the pages that it lists. */
const isFrontPage = ({ content, jsonLd, marks, meta, page: { url }, read }: DatedSources): boolean => {
  if (url.pathname !== "/" || url.search !== "" || /article/i.test(meta.first("og:type"))) return false
  if (jsonLd.some((object) => typesOf(object).some((type) => articles.test(type)))) return false
  if (/listing|collection/.test(content.selection.pageType)) return true
  const days = new Set(marks.dates.flatMap(({ lines }) => lines.slice(0, 1)).map(read).filter((day) => day !== ""))
  return days.size > maxDatelines
}

/** The shown day, if it corrects the declared one. */
const asShown = (date: string, sources: DatedSources): string => {
  const { read } = sources
  const shown = sources.marks.dates.flatMap(({ lines }) => lines.slice(0, 2))
  // In a thread, the day of an answer may be the declared one.
  const isShown = () => !isThread(sources) && shown.some((line) => read(line) === date)
  const inUrl = fromUrl(sources.page.url).map(read)[0] ?? ""
  const dateline = inUrl === "" ? shown.map(read).find((day) => day !== "") : inUrl
  // Declared times are often in UTC, so the local day may be one earlier or later.
  if (dateline !== undefined && Math.abs(Date.parse(dateline) - Date.parse(date)) === dayMillis) {
    return inUrl !== "" || !isShown() ? dateline : date
  }
  const swapped = date.replace(/-(..)-(..)$/, "-$2-$1")
  // True if the date is that of the last build, which site builders declare as both dates.
  const isBuilt = date === modifiedDateOf(sources)
  if (!isBuilt && (swapped === date || read(swapped) === "")) return date
  const beside = isBuilt ? new Set(sources.beside.map(publicationIn)) : undefined
  const line = fromLines(sources).find((text) => beside?.has(text) ?? true) ?? ""
  const day = read(line)
  if (day === swapped) return /\p{L}{3}/u.test(line) ? day : date
  return isBuilt && day !== "" && day < date && !isShown() ? day : date
}

const isThread = ({ content, page: { url } }: FactSources): boolean =>
  content.selection.pageType === "forum" || rules.threadPaths.test(url.pathname)

const dayMillis = 86_400_000

/** The day of the last change, as the page shows it. */
export const modifiedDateOf = ({ main, meta, page }: FactSources): string =>
  isoDate(
    meta.first("article:modified_time", "og:updated_time", "last-modified", "dcterms.modified"),
    page.input.fetchedAt
  ) || isoDate(textOf(main?.["dateModified"]), page.input.fetchedAt)

/** Candidates from the most to the least certain source, read on demand. */
function* candidates(sources: DatedSources, author: string): Generator<ReadonlyArray<string>> {
  yield fromMeta(sources, rules.publishedMeta)
  yield fromJsonLd(sources, articles)
  yield fromTimes(sources, ({ names }) => rules.publishedNames.test(names))
  const datelines = datelinesOf(sources)
  if (new Set(datelines.map(sources.read)).size <= maxDatelines) yield datelines
  const lines = fromLines(sources)
  yield lines.filter((line) => words.publication.test(line))
  yield onlyLabelled(sources)
  yield fromBeside(sources)
  yield fromMeta(sources, rules.looseDateMeta)
  yield onlyDatelines(sources)
  yield lines
  yield fromTimes(sources, () => true)
  // Some sites use blog software for pages without a date. It declares one for each page.
  if (author !== "" || rules.serialPaths.test(pathOf(sources)) || isTitledArticle(sources)) {
    yield fromJsonLd(sources, /WebPage$/)
  }
  yield fromDatelines(sources)
  yield fromFirstLines(sources)
  yield fromUrl(sources.page.url)
  // A declared day of the last change has a field of its own.
  if (modifiedDateOf(sources) === "") yield fromRevisions(sources)
}

const articles = /Article|Posting|Report|Recipe|HowTo|Review|Question|Answer/

/** An article under an address made from its title, as far as its content tells. */
const isTitledArticle = ({ content, page }: FactSources): boolean =>
  content.selection.pageType === "article" && rules.datedPaths.test(page.url.pathname)

/** Whether pages of this kind have a day of publication. */
const isDated = (sources: FactSources, author: string): boolean => {
  const { content, jsonLd, meta, page } = sources
  const path = pathOf(sources)
  const isSerial = rules.serialPaths.test(path)
  if (!isSerial && rules.standingPaths.test(page.url.pathname)) return false
  const kind = meta.first("og:type").toLowerCase()
  if (/product/.test(kind) || isAboutProduct(jsonLd)) return false
  return isSerial || fromUrl(page.url).length > 0 || meta.first("article:published_time") !== "" ||
    meta.first("dc.date", "date", "dc.date.issued", "ms.date") !== "" || /article|blog|post|news/.test(kind) ||
    rules.datedPaths.test(path) ||
    (author !== "" && (content.selection.pageType === "article" || rules.titledPaths.test(path))) ||
    jsonLd.some((object) => typesOf(object).some((type) => articles.test(type)))
}

const pathOf = ({ page: { url } }: FactSources): string => url.pathname + url.search

/** Declared products of an article are those that it compares. */
const isAboutProduct = (jsonLd: ReadonlyArray<JsonObject>): boolean => {
  const types = new Set(jsonLd.flatMap(typesOf))
  return types.has("Product") && !types.has("Article") && !types.has("NewsArticle") && !types.has("BlogPosting")
}

/**
 * Whether a line beside the headline, the only dateline, or the only line with a label for it is little more than a date.
 */
const hasOwnDateline = (sources: DatedSources): boolean => {
  const { content, jsonLd, marks, meta, page, read } = sources
  const { pageType } = content.selection
  if (pageType === "product" || pageType === "collection" || rules.standingPaths.test(page.url.pathname)) return false
  if (/product/.test(meta.first("og:type")) || isAboutProduct(jsonLd)) return false
  if (onlyDatelines(sources).length > 0) return true
  const labelled = marks.lines.filter((line) => line.length <= maxDatelineLength && words.labelled.test(line)).map(read)
  if (new Set(labelled.filter((day) => day !== "")).size === 1) return true
  const datelines = datelinesOf(sources)
  const own = new Set(datelines.map(read).filter((day) => day !== ""))
  if (own.size === 0 || own.size > maxDatelines) return false
  // Only the dateline of the page itself has a time. A date without time also occurs in lists.
  const all = new Set(marks.lines.filter((line) => read(line) !== "" && isDateline(line)).map(read))
  return all.size <= maxDatelines + 1 || datelines.some(hasTime)
}

/** Datelines by name, if all have the same day. */
const onlyDatelines = ({ marks, read }: DatedSources): ReadonlyArray<string> => {
  const texts = marks.dates.filter((mark) => !isModified(mark) && !isOfOther(mark))
    .flatMap(({ lines }) => lines.slice(0, 1)).filter((line) => read(line) !== "")
  return new Set(texts.map(read)).size === 1 ? texts : []
}

/** Texts with a label for their date, if all have the same day. */
const onlyLabelled = ({ page, read }: DatedSources): ReadonlyArray<string> => {
  const texts = labelledDates(page.html.body).filter((text) => isPublication(text) && read(text) !== "")
  return new Set(texts.map(read)).size === 1 ? texts : []
}

/** If there are more dates, the lines are a list of other pages. */
const maxDatelines = 2

/** Datelines beside the headline. Chinese pages call the time of publication an update. */
const datelinesOf = (sources: FactSources): ReadonlyArray<string> => {
  const lines = ownLines(sources.beside).filter((line) => isDateline(line) && isPast(line, sources))
  return [...lines.filter(isPublication), ...lines.filter((line) => /更新/u.test(line))]
}

/** A date with an optional time, label and place. */
const isDateline = (line: string): boolean => {
  if (line.length > maxDatelineLength || !hasDigit(line) || dateRange.test(line)) return false
  const letters = line.replace(/\p{Nd}+/gu, " ").match(/[\p{L}\p{M}]+/gu)?.join("").length ?? 0
  return letters <= fewLetters || words.publication.test(line) && letters <= 2 * fewLetters ||
    hasTime(line) && letters <= 2 * fewLetters
}

const hasTime = (line: string): boolean => /\p{Nd}{1,2}:\p{Nd}{2}/u.test(line)

/** The days of an event or of a season. */
const dateRange = /(?:19|20)\d\d(?:\D\d{1,2}){0,2}\s?[-–—]\s(?:\D*\d{1,2}\D){0,2}\D*(?:19|20)\d\d/u

const hasDigit = (line: string): boolean => /\p{Nd}/u.test(line)

const maxDatelineLength = 70
/** The longest name of a weekday, of a month, and a word. */
const fewLetters = 22

const fromMeta = ({ meta }: FactSources, names: ReadonlyArray<string>): ReadonlyArray<string> =>
  names.flatMap((name) => meta.all(name))

const fromJsonLd = ({ jsonLd }: FactSources, types: RegExp): ReadonlyArray<string> =>
  jsonLd.filter((object: JsonObject) => typesOf(object).some((type) => types.test(type)))
    .flatMap((object) => [textOf(object["datePublished"]), textOf(object["dateCreated"])])

const fromTimes = (sources: FactSources, isWanted: (clue: Clue) => boolean): ReadonlyArray<string> =>
  sources.marks.dates.filter((mark) => mark.element.tag === "time" && !isModified(mark) && isWanted(mark))
    .flatMap(({ element, lines }) => [element.attr("datetime") ?? "", element.attr("content") ?? "", ...lines])

const isModified = ({ element, lines, names }: Clue): boolean =>
  rules.modifiedNames.test(names) || words.notPublication.test(lines[0] ?? "") ||
  rules.modifiedNames.test(element.parentNode?.attr("class") ?? "")

const fromDatelines = (sources: FactSources): ReadonlyArray<string> =>
  sources.marks.dates.filter((mark) => mark.element.tag !== "time" && !isModified(mark) && !isOfOther(mark))
    .flatMap(({ element, lines }) => [
      element.attr("content") ?? "",
      ...element.attrs.filter(({ name }) => rules.dateAttributes.test(name)).map(({ value }) => value),
      ...lines.filter(isPublication)
    ])

const isOfOther = ({ names }: Clue): boolean => rules.otherDateNames.test(names)

/** The only day in the boxes beside the content. If there are more, they list other pages. */
const fromBeside = ({ marks: { besideDates }, read }: DatedSources): ReadonlyArray<string> => {
  const texts = besideDates.filter((clue) => !isModified(clue) && !isOfOther(clue)).map((
    { element, lines }
  ) => [element.attr("datetime") ?? "", ...lines].find((text) => read(text) !== "") ?? "").filter((text) => text !== "")
  return new Set(texts.map(read)).size === 1 ? texts : []
}

/** Dates at the start of the text, after a place: `Berlin, (12.11.2021). The ...` */
const fromFirstLines = ({ content }: FactSources): ReadonlyArray<string> =>
  content.text.slice(0, maxFirstText).split("\n").flatMap((line) =>
    dateInText.exec(line.slice(0, maxDatelineLength))?.[1] ?? []
  )

const maxFirstText = 600
const dateInText = /^(?:\p{Lu}[\p{L} ./-]{1,30},?\s*)?[([]?(\p{Nd}{1,2}\.\s?\p{Nd}{1,2}\.\s?\p{Nd}{4})[)\]]?[.,:–-]?\s/u

/** The day of the last change, if a page shows no other. */
const fromRevisions = ({ marks }: FactSources): ReadonlyArray<string> => [
  ...marks.dates.filter(isModified).flatMap(({ element, lines }) => [element.attr("datetime") ?? "", ...lines]),
  ...marks.lines.filter((line) => words.revision.test(line))
]

/** Lines with a date. Newspapers show the date of today above every page. Forums show the time. */
const fromLines = (sources: DatedSources): ReadonlyArray<string> => {
  const lines = ownLines(sources.marks.lines).filter((line) =>
    sources.read(line) !== "" && isPublication(line) && isPast(line, sources)
  )
  return [...lines.filter((line) => words.publication.test(line)), ...lines.filter((line) => !isSentence(line))]
}

/** Lines that may be dates, without the last change if they have both days, and without days of other things. */
const ownLines = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.filter((line, index) => mayBeDate(line) && !isLabelOfOther(lines[index - 1] ?? "")).map(publicationIn)

/** A label such as `Joined:`, in a line of its own, for the date below it. */
const isLabelOfOther = (line: string): boolean =>
  line.length <= fewLetters && !hasDigit(line) && words.otherDay.test(line)

const isSentence = (line: string): boolean => line.length > maxDatelineLength && /[.!?。]["”»]?$/u.test(line)

const isPast = (line: string, { page: { input: { fetchedAt } } }: FactSources): boolean => {
  const date = isoDate(line, fetchedAt)
  return date === "" || date < new Date(fetchedAt).toISOString().slice(0, "YYYY-MM-DD".length)
}

const isPublication = (line: string): boolean => !words.notPublication.test(line)

/** Part of a line about the publication, if the line also has the last change. */
const publicationIn = (line: string): string => {
  const published = line.search(words.publication)
  const revised = published < 0 ? -1 : line.search(words.revision)
  if (revised < 0) return line
  return published < revised ? line.slice(published, revised) : line.slice(published)
}

const fromUrl = (url: URL): ReadonlyArray<string> => {
  const match = /[/-]((?:19|20)\d{2})[/-](\d{1,2})[/-](\d{1,2})(?=\/|-|$)/.exec(url.pathname) ??
    /[/_-]t?((?:19|20)\d{2})[/-]?(\d{2})[/-]?(\d{2})(?=[/._-]|$)/.exec(url.pathname)
  return match === null ? [] : [`${match[1]}-${match[2]}-${match[3]}`]
}

/** Whether the dates of the page that can be read in one way only have the month first. Undefined if they differ. */
const orderOnPage = ({ marks }: FactSources): boolean | undefined => {
  let order: boolean | undefined
  for (const line of [...marks.lines, ...marks.dates.flatMap(({ lines }) => lines)]) {
    for (const [, first, second] of line.matchAll(slashed)) {
      const isFirst = Number(second) > 12
      if (isFirst === Number(first) > 12) continue
      if (order !== undefined && order !== isFirst) return undefined
      order = isFirst
    }
  }
  return order
}

const slashed = /(?<![\d/])(\d{1,2})\/(\d{1,2})\/(?:\d{4}|\d{2})(?![\d/])/g

/** 3/4/2024 is in March in the United States and the Philippines, and on English pages without a country. */
const isMonthFirst = (language: string, url: URL): boolean =>
  /^(?:en(?:-US|-PH)?|fil|)$/.test(language) && !/\.(?:uk|au|nz|ie|in|za|eu|de|fr|nl|se)$/.test(url.hostname)
