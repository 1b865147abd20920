/** Variants of a page with the same article, by name. */
export const nearVariants: Readonly<Record<string, (html: string) => string>> = {
  "date and views": (html) =>
    inserted(html, startOf(html), "<p class=\"meta\">Updated 12 March 2025 · 12,345 views</p>"),
  byline: (html) =>
    inserted(html, startOf(html), "<div class=\"byline\">By <a href=\"/jane\">Jane Doe</a>, staff writer</div>"),
  header: (html) =>
    html.replace(
      /<body[^>]*>/i,
      (body) => `${body}<div class="banner"><a href="/sale">Spring sale in all shops</a></div>`
    ),
  tracking: (html) => html.replaceAll(/href="(https?:[^"?#]+)"/g, "href=\"$1?utm_source=x&amp;utm_medium=y\""),
  teasers: (html) =>
    inserted(html, endOf(html), `<div class="related-posts"><h3>You may also like</h3>${teasers}</div>`),
  comments: (html) =>
    inserted(
      html,
      endOf(html),
      "<div class=\"comments\"><h3>1 comment</h3><p class=\"comment\">Great post, thanks for sharing all of this!</p></div>"
    ),
  print: (html) =>
    html.replaceAll(/<(nav|footer|aside|script|style|iframe|noscript)\b[^]*?<\/\1>/gi, "").replaceAll(
      /<img\b[^>]*>/gi,
      ""
    )
}

/** Texts of another page, made from the text of a page. Undefined if the text has no place for the change. */
export const edits: Readonly<Record<string, (text: string) => string | undefined>> = {
  "word of the longest line": (text) => {
    const longest = text.split("\n").reduce((best, line) => line.length > best.length ? line : best, "")
    return changed(text, text.replace(longest, () => longest.replace(/\b\w{4,}\b/, "otherword")))
  },
  "number in a sentence": (text) => withSentence(text, (sentence) => `${sentence.slice(0, -1)} in 17 years.`),
  "sentence removed": (text) => withSentence(text, () => ""),
  "sentence added": (text) =>
    withSentence(text, (sentence) => `${sentence}\nWe may share all of this with partners who help us to run it.`),
  price: (text) => `${text}\nNow $19.99`
}

const teasers = [1, 2, 3].map((at) =>
  `<div class="card"><a href="/t${at}">Ten things you did not know about teaser ${at}</a><p>A short text number ${at} that
  describes another article of the site in one sentence.</p></div>`
).join("")

const inserted = (html: string, at: number, part: string): string => html.slice(0, at) + part + html.slice(at)

const startOf = (html: string): number => {
  const start = /<\/h1>/i.exec(html) ?? /<article[^>]*>/i.exec(html) ?? /<main[^>]*>/i.exec(html) ??
    /<body[^>]*>/i.exec(html)
  return start === null ? 0 : start.index + start[0].length
}

const endOf = (html: string): number =>
  ["</article>", "</main>", "</body>"].map((tag) => html.lastIndexOf(tag)).find((at) => at > 0) ?? html.length

const changed = (before: string, after: string): string | undefined => before === after ? undefined : after

/** Changes the second sentence that is a line of its own. */
const withSentence = (text: string, change: (sentence: string) => string): string | undefined => {
  const sentence = text.split("\n").filter((line) => /[.!?]$/.test(line) && line.split(" ").length > 12)[1]
  return sentence === undefined ? undefined : changed(text, text.replace(sentence, () => change(sentence)))
}
