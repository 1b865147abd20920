/** The mark with which an item of a list begins. Undefined if the text is not an item. Dashes are marks within lists. */
export const itemMark = (text: string, isInList = false): string | undefined =>
  (bullet.exec(text) ?? number.exec(text) ?? (isInList ? dash.exec(text) : null))?.[0]

const bullet = /^[•▪◦‣●■∙·]\s*/
/** Numbers of chapters have no full stop, and years have more digits. */
const number = /^\(?\d{1,2}[.)] (?=\S)/

const dash = /^[–—-] (?=\S)/

/** An item, in a list of its own. `html` begins with the mark, which a numbered list has as an attribute. */
export const itemHtml = (mark: string, html: string): string => {
  const content = html.slice(mark.length)
  return bullet.test(mark) || dash.test(`${mark}.`)
    ? `<ul><li>${content}</li></ul>`
    : `<ol start="${Number.parseInt(mark.replace("(", ""), 10)}" data-mark="${mark}"><li>${content}</li></ol>`
}

/** The blocks of a page, with lists that follow each other as one. A numbered list counts up. */
export const inLists = (blocks: ReadonlyArray<string>): ReadonlyArray<string> => {
  const joined: Array<string> = []
  let next = 0
  for (const block of blocks) {
    const last = joined.at(-1)
    const start = Number(/^<ol start="(\d+)"/.exec(block)?.[1] ?? 0)
    const isBullet = block.startsWith("<ul>") && last?.endsWith("</ul>") === true
    const isNumber = start > 0 && start === next && last?.endsWith("</ol>") === true
    if (last !== undefined && (isBullet || isNumber)) {
      joined[joined.length - 1] = last.slice(0, -"</ul>".length) + block.slice(block.indexOf("<li>"))
    } else joined.push(block)
    next = start > 0 ? start + 1 : 0
  }
  return joined.map((block) => block.startsWith("<ol ") ? withoutMark(block) : block)
}

/** A line of just a number is not a list. */
const withoutMark = (list: string): string => {
  const [, start = "", mark = "", content = ""] = /^(<ol start="\d+") data-mark="([^"]*)">([^]*)$/.exec(list) ?? []
  const items = content.split("<li>")
  return items.length > 2
    ? `${start}>${content}`
    : `<p>${mark}${content.slice("<li>".length, -"</li></ol>".length)}</p>`
}
