import type { LedgerRow } from "./wire.ts"

/** The statements of a site about the use of a page, each in a few words, such as `ai-train: no`. */
export const rightsInWords = (
  { content_use, directives = [], licenses = [], price, tdm, uses = {} }: NonNullable<LedgerRow["rights"]>
): ReadonlyArray<string> => [
  ...Object.entries(uses).map(([use, answer]) => `${use}: ${answer}`),
  ...(content_use === undefined ? [] : [`content_use: ${content_use}`]),
  ...directives,
  ...(tdm === undefined ? [] : [tdm.reserved ? "text and data mining reserved" : "text and data mining not reserved"]),
  ...licenses.map(({ url }) => `license: ${url}`),
  ...(price === undefined
    ? []
    : [`price: ${[price.amount, price.currency, `(${price.scheme})`].filter((part) => part !== undefined).join(" ")}`])
]
