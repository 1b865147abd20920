/**
 * HTML elements by their meaning for readers, in one table. A stage with other needs has its own row, beside the one it
 * differs from. The conversion of each element to markdown is in `markdown/tree/content-tags.ts`.
 */
const tags = (...rows: ReadonlyArray<string | ReadonlySet<string>>): ReadonlySet<string> =>
  new Set(rows.flatMap((row) => typeof row === "string" ? row.split(" ") : [...row]))

const without = (row: ReadonlySet<string>, left: string): ReadonlySet<string> => row.difference(tags(left))

/** Tags whose text is never text of the page. Ruby above East Asian characters would split the words. */
export const silentTags = tags("script style noscript template head iframe object svg canvas rt rp")

/** Elements without content: controls, players, elements without words, and formulas drawn by a script. */
export const skippedTags = tags(
  silentTags,
  "select option textarea input datalist audio video map link meta mjx-container"
)

/** Same for pages with hardly any text, whose `noscript` is read too. */
export const skippedButNoscript = without(skippedTags, "noscript")

/** The text of a link includes the fallback text of a canvas. */
export const silentInLinks = without(silentTags, "head canvas")

/** The caption of a picture is not text of the box around it. */
export const silentBesidePictures = tags("figcaption script style noscript template")

/** Elements that do not separate words. */
export const inlineTags = tags(
  "a abbr b bdi bdo cite code del dfn em font i ins kbd mark q rb ruby s samp small span strong sub sup time u var wbr"
)

/** Elements inside a block, also line breaks, pictures, ruby, buttons and formulas. */
export const inlineInBlocks = tags(
  inlineTags,
  "acronym big br button data img label nobr picture source strike tt",
  "annotation annotation-xml math menclose mfenced mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot",
  "mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover semantics"
)

/** Inline elements with a meaning beyond their words. */
export const emphasisTags = tags("b code em i kbd strong")

/** Elements with running text. */
export const proseTags = tags("blockquote dd li p pre td")

/** Parts of a site around the content. A header may belong to an article, so its place matters. */
export const landmarkTags = tags("aside footer header nav")

/** Elements with text that is on every page of a site. */
export const surroundingTags = tags(landmarkTags, "dialog menu")

/** Elements that are not about the page. A header is. */
export const apartTags = without(landmarkTags, "header")
