import { assert } from "@effect/vitest"

export type Json = Readonly<Record<string, unknown>>

/** Each key with its type; `?` allows null. */
export type Shape = Readonly<Record<string, "string" | "number" | "boolean" | "array" | "object" | "number?">>

export const jobShape: Shape = {
  id: "string",
  url: "string",
  status: "string",
  created_at: "number",
  finished_at: "number?",
  stats: "object",
  errors: "array",
  document_count: "number",
  notes: "array"
}

export const documentShape: Shape = {
  url: "string",
  final_url: "string",
  fetched_at: "string",
  status: "number",
  content_type: "string",
  depth: "number",
  size_bytes: "number",
  title: "string",
  author: "string",
  published_date: "string",
  language: "string",
  description: "string",
  keywords: "array",
  site_name: "string",
  image: "string",
  markdown: "string",
  text: "string",
  html: "string",
  links: "array",
  images: "array",
  tables: "array",
  records: "array",
  metadata: "object",
  trace: "object"
}

export const json = async (response: Response): Promise<Json> => (await response.json()) as Json

export const assertShape = (value: Json, shape: Shape): void => {
  for (const [key, type] of Object.entries(shape)) {
    assert.property(value, key)
    const field = value[key]
    if (type === "number?" && field === null) continue
    const actual = Array.isArray(field) ? "array" : field === null ? "null" : typeof field
    assert.strictEqual(actual, type.replace("?", ""), key)
  }
}
