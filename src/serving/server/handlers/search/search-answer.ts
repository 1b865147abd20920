import { Schema } from "effect"
import { ResultProblem } from "../../../../contract/api/Search.ts"
import type { PageError } from "../../../../core/domain/errors/PageError.ts"
import type { EngineResult } from "../../../../crawling/search/Engine.ts"
import type { ResultPage } from "../../../../crawling/search/WebSearch.ts"
import { scrapeProblem } from "../../problems/page-problems.ts"

/** Documents are the bytes of the extractor. */
export const searchAnswer = (
  results: ReadonlyArray<EngineResult & { readonly page?: ResultPage }>,
  notes: ReadonlyArray<string>
): Uint8Array => {
  const parts: Array<Uint8Array | string> = ["{\"results\":["]
  for (const [index, { engines, page, snippet, title, url }] of results.entries()) {
    const head = JSON.stringify({ url, title, snippet, engines })
    parts.push(index === 0 ? "" : ",", head.slice(0, -1), ...(page === undefined ? [] : memberOf(url, page)), "}")
  }
  parts.push("],\"notes\":", JSON.stringify(notes), "}")
  return Buffer.concat(parts.map((part) => typeof part === "string" ? Buffer.from(part) : part))
}

const memberOf = (url: string, page: ResultPage): ReadonlyArray<Uint8Array | string> => {
  switch (page._tag) {
    case "Document":
      return [",\"document\":", page.json]
    case "Chunks":
      return [",\"chunks\":", JSON.stringify(page.chunks)]
    case "Failed":
      return [",\"problem\":", JSON.stringify(problemOf(page.error))]
    case "ErrorStatus":
      return [",\"problem\":", JSON.stringify(statusProblem(url, page.status))]
  }
}

/** As the API sends it. */
const problemOf = (error: PageError): ResultProblem => decodeProblem(JSON.parse(JSON.stringify(scrapeProblem(error))))

const decodeProblem = Schema.decodeUnknownSync(ResultProblem)

const statusProblem = (url: string, status: number): ResultProblem => ({
  type: "urn:gleaner:problem:http_status",
  title: "The site answered with an error",
  status,
  detail: `The site answered ${status}.`,
  code: "http_status",
  url
})
