import { renderContent } from "../../../src/extract/markdown/render-content.ts"
import { pageOf, wholeOf } from "./page-of.ts"

/** The markdown of a body, all of which is content. */
export const markdownOf = (source: string): string => {
  const page = pageOf(`<body>${source}</body>`)
  return renderContent(page, wholeOf(page)).markdown
}
