import type { Document } from "../../../contract/client/index.ts"
import { counted } from "../../../core/kernel/counted.ts"

/** The chunks of a Document as text, each with its headings and its address, after the number of those left out. */
export const passages = ({ chunks = [], chunks_left_out: leftOut = 0 }: Pick<Document, "chunks" | "chunks_left_out">) =>
  [
    ...(leftOut === 0 ? [] : [`[${counted(leftOut, "chunk")} left out. ${remedy}]`]),
    ...chunks.map(({ heading_path, markdown, tokens, url }) =>
      [
        `--- ${url} (${counted(tokens, "token")})`,
        ...(heading_path.length === 0 ? [] : [heading_path.join(" > ")]),
        "",
        markdown
      ].join("\n")
    )
  ].join("\n\n")

const remedy = "Raise max_tokens, change query, or leave query out to read all of it."

/** Tokens of passages in an answer. The others are for their addresses. */
export const passageTokens = (capacity: number): number => Math.ceil(capacity * 2 / 3)
