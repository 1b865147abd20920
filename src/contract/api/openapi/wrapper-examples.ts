import { type Wrapper, WrapperId } from "../../../core/domain/wrapper/Wrapper.ts"

const wrapped: Wrapper = {
  id: WrapperId.make("7d1e0c9b8a7f4e6d95c4b3a2f1e0d9c8"),
  name: "Products of the shop",
  host: "example.com",
  status: "ready",
  created_at: 1_795_241_650.1,
  schema: { type: "object", properties: { name: { type: "string" }, price: { type: "number" } } },
  rules: {
    rows: [],
    fields: [
      { pointer: "/name", selector: "h1", attribute: null },
      { pointer: "/price", selector: ".price", attribute: null }
    ]
  },
  fields: [
    { pointer: "/name", selector: "h1", attribute: null, agreement: 1, fill: 1 },
    { pointer: "/price", selector: ".price", attribute: null, agreement: 1, fill: 0.9 }
  ],
  pages: { learnt: 3, checked: 10 },
  model: { calls: 0, tokens: 0 },
  problem: null,
  drift: null
}

/** Examples of the bodies about wrappers. */
export const wrapperExamples = {
  WrapperRequest: {
    name: wrapped.name,
    schema: wrapped.schema,
    examples: [{ url: "https://example.com/shop/tide-table", data: { name: "Tide table 2026", price: 12.5 } }],
    urls: ["https://example.com/shop/tide-clock"]
  },
  WrapperCheckRequest: { urls: ["https://example.com/shop/tide-clock"] },
  WrapperCheck: { fields: wrapped.fields, pages: { learnt: 3, checked: 1 }, problem: null },
  WrapperRelearnRequest: { job_id: "0f5c2d8e7b9a4c16b3d2e1f0a9c8b7d6" },
  WrapperEdit: { name: "Products" },
  Wrapper: wrapped,
  WrapperList: { wrappers: [wrapped], next_cursor: null, has_more: false, total: 1 }
}
