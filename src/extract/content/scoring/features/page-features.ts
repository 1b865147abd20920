import type { Feature } from "./View.ts"

const share = (part: number, whole: number): number => part / Math.max(1, whole)

/** Features of the whole page. */
export const pageFeatures: ReadonlyArray<Feature> = [
  ["pageWords", ({ page }) => page.total.words],
  ["pageBlocks", ({ blocks }) => blocks.length],
  ["pageLinks", ({ page }) => share(page.total.linkWords, page.total.words)],
  ["pageProse", ({ page }) => share(page.total.proseWords, page.total.words)],
  ["pageHeadings", ({ page }) => page.headings],
  ["pagePrices", ({ page }) => page.prices],
  ["bestShare", ({ page }) => share(page.best.words, page.total.words)],
  ["bestWords", ({ page }) => page.best.words],
  ["maxBlockLength", ({ page }) => page.maxBlockWords],
  ["titleAt", ({ blocks, page }) => page.titleAt / blocks.length],
  ["hasArticle", ({ page }) => page.signals.articles],
  ["hasMain", ({ page }) => page.signals.hasMain ? 1 : 0],
  ["kindArticle", ({ page }) => page.signals.declared.article ? 1 : 0],
  ["kindProduct", ({ page }) => page.signals.declared.product ? 1 : 0],
  ["pathDepth", ({ page }) => page.signals.pathDepth]
]
