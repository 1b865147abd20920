import type { LedgerRow, Price } from "./wire.ts"

/** The statements of a site about the use of a page, each in a few words, such as `ai-train: no`. */
export const rightsInWords = (
  { content_use, directives = [], licenses = [], price, tdm, uses = {} }: NonNullable<LedgerRow["rights"]>
): ReadonlyArray<string> => [
  ...Object.entries(uses).map(([use, answer]) => `${use}: ${answer}`),
  ...(content_use === undefined ? [] : [`content_use: ${content_use}`]),
  ...directives,
  ...(tdm === undefined ? [] : [tdm.reserved ? "text and data mining reserved" : "text and data mining not reserved"]),
  ...licenses.map(({ url }) => `license: ${url}`),
  ...(price === undefined ? [] : [`price: ${priceInWords(price)}`])
]

/** The price that a site asks, as in `0.01 USD (crawler-price)`. */
export const priceInWords = ({ amount, currency, scheme }: Price): string =>
  [amount, currency, `(${scheme})`].filter(Boolean).join(" ")
