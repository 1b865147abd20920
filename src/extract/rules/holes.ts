/** Elements that are content as a whole, whatever words they have. */
export const structureTags: ReadonlySet<string> = new Set(["blockquote", "details", "dl", "ol", "pre", "table", "ul"])

/** Structures with parts that are kept or dropped one by one. */
export const looseTags: ReadonlySet<string> = new Set(["details"])

/** Structures that may be links for the most part. */
export const linkedTags: ReadonlySet<string> = new Set(["blockquote", "dl", "table"])

/** Elements of running text. */
export const textTags: ReadonlySet<string> = new Set([
  ...structureTags,
  ..."figure h1 h2 h3 h4 h5 h6 hr p".split(" ")
])

/** Elements of a short fact: a large number with its label, a box of facts, an address. */
export const factTags: ReadonlySet<string> = new Set(
  "address aside div dd dt fieldset label legend li p section span summary time".split(" ")
)

/** Elements beside which words are a label. */
export const controlTags: ReadonlySet<string> = new Set(
  "audio button embed iframe img input object picture select svg textarea video".split(" ")
)

/** Hints (see `hints.ts`) of elements between paragraphs that are not part of the text. */
export const foreignHints: ReadonlyArray<string> =
  "nav header footer comment consent modal button product related signup share sidebar author paging review".split(" ")

/** Names of captions and pictures. Captions are only for the markdown. */
export const captionNames = /caption|credit|(?:^|[\s_-])(?:image|photo|media|gallery|slider)/i

/** The address of a file to download. */
export const fileAddress =
  /\.(?:pdf|docx?|odt|rtf|xlsx?|ods|csv|pptx?|odp|epub|zip|7z|gz|tgz|dmg|exe|apk|mp3)(?:[?#]|$)/i

/** Lists, which may be menus. */
export const listTags: ReadonlySet<string> = new Set(["ol", "ul"])

/** Elements that may be a box of notes or facts. */
export const boxTags: ReadonlySet<string> = new Set(["aside", "div", "section"])

/** Names of the title of a box, where it is not a heading. */
export const boxTitleNames = /title|head|label|caption|summary/i

/** Names of elements below a text that are not part of it, beside the foreign hints. */
export const noEndNames =
  /(?:^|[\s_-])(?:tags?|tagged|topics?|categor\w*|keywords|toc|contents|outline|breadcrumbs?|embed\w*|tweet|twitter-\w+|instagram-\w+|tiktok-\w+|navbox\w*|infobox-nav|metadata|post-?meta|entry-?meta|date\w*|print|license|credits?|copyright|sponsor\w*|donat\w*|promo\w*|contact-?form|map)(?:$|[\s_-])/i
