/**
 * What HTML's elements are to a reader, in one table. A stage that reads some of them in another way says so here, by a name of its own
 * beside the row it differs from. How each becomes markdown is in `markdown/content-tags.ts`.
 */
const tags = (...rows: ReadonlyArray<string | ReadonlySet<string>>): ReadonlySet<string> =>
  new Set(rows.flatMap((row) => typeof row === "string" ? row.split(" ") : [...row]))

const without = (row: ReadonlySet<string>, left: string): ReadonlySet<string> => row.difference(tags(left))

/** Their text is never read as text. */
export const silentTags = tags("script style noscript template head iframe object svg canvas")

/** Nor are these read as content: controls, players and what stands for no words. */
export const skippedTags = tags(silentTags, "select option textarea input datalist audio video map link meta")

/** Where a page shows hardly any text, its `noscript` twin is read. */
export const skippedButNoscript = without(skippedTags, "noscript")

/** The text within a link: the words of a canvas are its fallback. */
export const silentInLinks = without(silentTags, "head canvas")

/** Beside a picture: its caption is no text of the box around it. */
export const silentBesidePictures = tags("figcaption script style noscript template")

/** They leave the words around them together. */
export const inlineTags = tags(
  "a abbr b bdi bdo cite code del dfn em font i ins kbd mark q s samp small span strong sub sup time u var wbr"
)

/** In a block's text so do line breaks, pictures, ruby, buttons and formulas: a block ends where a box ends. */
export const inlineInBlocks = tags(
  inlineTags,
  "acronym big br button data img label nobr picture rp rt ruby source strike tt",
  "annotation math mfrac mi mn mo mrow msub msup semantics"
)

/** Of the inline ones, those that say more than their words. */
export const emphasisTags = tags("b code em i kbd strong")

/** Running text, and what holds it. */
export const proseTags = tags("blockquote dd li p pre td")

/** The parts of a site around its content. A header may belong to an article: who asks looks at where it stands. */
export const landmarkTags = tags("aside footer header nav")

/** Text that stands on every page of a site: menus and dialogs too. */
export const surroundingTags = tags(landmarkTags, "dialog menu")

/** What stands in these is not about the page; a header is. */
export const apartTags = without(landmarkTags, "header")
