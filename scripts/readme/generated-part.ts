/** The page with another text between two comments, which name the part. */
export const withPart = (page: string, part: string, text: string): string => {
  const start = `<!-- ${part}: written by npm run readme -->\n`
  const from = page.indexOf(start)
  const to = page.indexOf(`<!-- end of ${part} -->\n`)
  if (from < 0 || to < from) throw new Error(`the page has no place for ${part}`)
  return page.slice(0, from + start.length) + text + page.slice(to)
}
