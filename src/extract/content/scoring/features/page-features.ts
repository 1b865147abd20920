import type { PageFeature, PageView } from "./View.ts"

const share = (part: number, whole: number): number => part / Math.max(1, whole)

const features: Readonly<Record<string, (page: PageView) => number>> = {
  pageWords: ({ total }) => total.words,
  pageBlocks: ({ blocks }) => blocks,
  pageLinks: ({ total }) => share(total.linkWords, total.words),
  pageProse: ({ total }) => share(total.proseWords, total.words),
  pageHeadings: ({ headings }) => headings,
  pagePrices: ({ prices }) => prices,
  bestShare: ({ best, total }) => share(best.words, total.words),
  bestWords: ({ best }) => best.words,
  maxBlockLength: ({ maxBlockWords }) => maxBlockWords,
  titleAt: ({ blocks, titleAt }) => titleAt / blocks,
  hasArticle: ({ signals }) => signals.articles,
  hasMain: ({ signals }) => signals.hasMain ? 1 : 0,
  kindArticle: ({ signals }) => signals.declared.article ? 1 : 0,
  kindProduct: ({ signals }) => signals.declared.product ? 1 : 0,
  pathDepth: ({ signals }) => signals.pathDepth
}

/** Features of the whole page. */
export const pageFeatures: ReadonlyArray<PageFeature> = Object.entries(features).map(([name, ofPage]) => ({
  name,
  ofPage
}))
