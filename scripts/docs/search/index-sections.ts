import MiniSearch from "minisearch"
import type { Section } from "./sections.ts"
import { withSynonyms } from "./synonyms.ts"

/** Words of a question that say nothing about its subject. */
const stopWords = new Set(
  ("a all an and any are as at be can could do does for from get has have how i if in into is it its make many me much " +
    "my need needs of on or should some that the their them then there this to use want was what when where which who " +
    "why will with would you your")
    .split(" ")
)

/** Endings of English words do not count: `crawling`, `crawls` and `crawl` are one. */
const stem = (word: string): string =>
  word.length < 5 ? word.replace(/(?<=\w\w\w)s$/, "") : word.replace(/(?:ing|ies|ed|es|s|e|y)$/, "")

const processTerm = (term: string): string | null => {
  const word = term.toLowerCase()
  return stopWords.has(word) ? null : stem(word)
}

/** Finds sections by a few words or by a question: the best first. */
export const indexSections = (sections: ReadonlyArray<Section>): (query: string) => ReadonlyArray<Section> => {
  const byId = new Map(sections.map((section) => [section.id, section]))
  const index = new MiniSearch<Section>({
    fields: ["heading", "page", "text"],
    processTerm,
    searchOptions: {
      boost: { heading: 4, page: 2 },
      // The first section of a page is about all of it.
      boostDocument: (id) => String(id).includes("#") ? 1 : 1.4,
      prefix: (term) => term.length > 2,
      fuzzy: (term) => term.length > 4 ? 0.2 : false,
      weights: { fuzzy: 0.15, prefix: 0.3 }
    }
  })
  index.addAll(sections)
  return (query) => index.search(withSynonyms(query)).flatMap(({ id }) => byId.get(String(id)) ?? [])
}
