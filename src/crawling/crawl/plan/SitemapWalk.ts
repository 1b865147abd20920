import type { BegunFile, SitemapCursor, SitemapLevel } from "../model/SitemapCursor.ts"

/** The next step of a reader of sitemaps: to look into robots.txt, or to read a file. */
export type SitemapStep = "robots" | SitemapStepFile

export interface SitemapStepFile {
  readonly url: string
  /** Where to begin in it. */
  readonly from: BegunFile | undefined
  /** No one has named the file. */
  readonly isGuess: boolean
}

/** A way through the sitemaps of a site, from a cursor on. It sends no requests. */
export class SitemapWalk {
  files: number
  private readonly site: string
  private readonly levels: Array<SitemapLevel>
  private readonly known = new Set<string>()

  constructor({ files, levels, site }: SitemapCursor) {
    this.files = files
    this.site = site
    this.levels = [...levels]
  }

  /** Undefined if all files are read. */
  get next(): SitemapStep | undefined {
    const level = this.top()
    if (level === undefined) return undefined
    const [url] = level.urls
    if (url !== undefined) return { url, from: level.begun, isGuess: level.isGuess === true }
    const { at = 0, url: index } = level.more ?? {}
    return index === undefined ? "robots" : { url: index, from: { at, kind: "sitemapindex" }, isGuess: false }
  }

  /** Where a later reader continues. Undefined if all files are read. */
  get cursor(): SitemapCursor | undefined {
    return this.top() === undefined ? undefined : { site: this.site, files: this.files, levels: this.levels }
  }

  /** Whether the next file was opened before. If not, it is now. */
  isAgain(url: string): boolean {
    if (this.known.has(url)) return true
    this.known.add(url)
    return false
  }

  /** The files in robots.txt, or `guess` if it has none. */
  named(files: ReadonlyArray<string>, guess: string): void {
    const at = this.top()?.more?.at ?? 0
    const end = at + maxFiles
    if (files.length === 0) this.change({ urls: [guess], isGuess: true })
    else this.change({ urls: files.slice(at, end), ...(files.length > end ? { more: { at: end } } : {}) })
  }

  /** The next file is read up to this place. */
  begin(begun: BegunFile): void {
    const { more, urls } = this.top() ?? { urls: [] }
    this.change({ urls, begun, ...(more === undefined ? {} : { more }) })
  }

  /** The next file is read, or left out. */
  skip(): void {
    const { more, urls } = this.top() ?? { urls: [] }
    this.change({ urls: urls.slice(1), ...(more === undefined || urls.length === 0 ? {} : { more }) })
  }

  /** The next file is an index that lists these. `at`: where it goes on, if it does. */
  indexed(index: string, urls: ReadonlyArray<string>, at: number | undefined): "indexed" {
    const list: SitemapLevel = { urls, ...(at === undefined ? {} : { more: { url: index, at } }) }
    const isMore = this.top()?.urls[0] === undefined
    if (isMore) this.change(list)
    else this.skip()
    if (!isMore && this.levels.length <= maxLevel) this.levels.push(list)
    return "indexed"
  }

  private change(level: SitemapLevel): void {
    this.levels[this.levels.length - 1] = level
  }

  /** The innermost list with files that are not read. */
  private top(): SitemapLevel | undefined {
    for (;;) {
      const level = this.levels.at(-1)
      if (level === undefined || level.urls.length > 0 || level.more !== undefined) return level
      this.levels.pop()
    }
  }
}

/** Maximum depth of indexes within indexes. The protocol has none, but the web does. */
const maxLevel = 2
/** Maximum of files of a list in a cursor. Further ones are read from the list again. */
export const maxFiles = 50
