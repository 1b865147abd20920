/**
 * HTML elements by their meaning for readers, in one table. A stage with other needs has its own row, beside the one it
 * differs from. The conversion of each element to markdown is in `markdown/tree/content-tags.ts`.
 */
const tags = (...rows: ReadonlyArray<string | ReadonlySet<string>>): ReadonlySet<string> =>
  new Set(rows.flatMap((row) => typeof row === "string" ? row.split(" ") : [...row]))

// `gleaner/extract` runs with Node 20, whose sets have no `difference`.
const without = (row: ReadonlySet<string>, left: string): ReadonlySet<string> => {
  const others = tags(left)
  return new Set([...row].filter((name) => !others.has(name)))
}

/** Tags whose text is never text of the page. Ruby above East Asian characters would split the words. */
export const silentTags = tags("script style noscript template head iframe object svg canvas rt rp")

/** Elements without content: controls, players, elements without words, and formulas drawn by a script. */
export const skippedTags = tags(
  silentTags,
  "select option textarea input datalist audio video map link meta mjx-container"
)

/** Same for pages with hardly any text, whose `noscript` is read too. */
export const skippedButNoscript = without(skippedTags, "noscript")

/** Elements without facts about the page. A `noscript` has some, and the head most. */
export const silentInFacts = without(silentTags, "noscript head")

/** Elements with facts about the page. */
export const factTags = tags("meta link title h1 h2 h3")

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

/** Elements without a closing tag (HTML, 13.1.2). */
export const voidTags = tags("area base br col embed hr img input link meta source track wbr")

export const headingTags = tags("h1 h2 h3 h4 h5 h6")

/** Inline elements with a meaning beyond their words. */
export const emphasisTags = tags("b code em i kbd strong")

/** Elements with running text. */
export const proseTags = tags("blockquote dd li p pre td")

/** Parts of a site around the content. A header may belong to an article, so its place matters. */
export const landmarkTags = tags("aside footer header nav")

/** Elements with text that is on every page of a site. */
export const surroundingTags = tags(landmarkTags, "dialog menu")

/** Elements that are not about the page. A header is. */
const apartTags = without(landmarkTags, "header")

/** Elements with facts that are not those of the page. A quotation has its own author and date. */
export const outsideTags = tags(apartTags, "blockquote")

/** Parts of a page whose text is not its content. */
export const besideContentTags = tags(landmarkTags, "form dialog")

/** Ancestors of a block that count in its score. The order is that of their bits. */
export const placeTags = tags("nav header footer aside article main form dialog figcaption li")

/** Elements that are shown with the text around them. */
export const companionTags = tags("img picture source br hr wbr math input noscript")

/** Elements that may be an entry of a list of records. */
export const entryTags = tags("div li article section a tr figure dl details")

/** Elements without entries. A header of an article and a form may have entries. */
export const recordlessTags = tags(without(silentTags, "noscript"), apartTags, "dialog select")

/** Elements that make a table a layout, not data. */
export const sectionTags = tags("h1 h2 h3 h4 form article section nav header footer pre blockquote")

/** Wrappers of a single image. */
export const imageWrapperTags = tags("figure p div a picture span center noscript img")

/** Elements in the flow of an article, beside which an image belongs to it. */
export const flowTags = tags("p h2 h3 h4 h5 ul ol blockquote pre table figcaption")

/** Elements that a caption may describe. */
export const captionedTags = tags("img table pre video iframe svg")

/** The smallest block with the text of a footnote. */
export const footnoteTags = tags("li p div aside dd section")

/** Wrappers of a code block, in which its language may stand. */
export const codeWrapperTags = tags("div figure td tr tbody table section span details")

/** Elements that are lines of code within a `pre`. */
export const codeLineTags = tags("div p li tr pre table tbody ol ul")

/** Elements within a code block that are not code. */
export const skippedInCode = tags("button script style svg template select noscript")

/** Elements in which `$` does not delimit a formula. */
export const literalTags = tags("code pre kbd samp tt textarea")

export const playerTags = ["video", "audio", "iframe", "object", "embed"] as const

/** Elements whose players are not content. */
export const playerlessTags = tags("noscript nav footer template")
