export const tides = "The tide at Elmsport is read from a table that the harbour master prints a year ahead. "

/** The article that each case is a part of. */
export const page = (part: string, head = ""): string =>
  `<!doctype html><html lang=en><head><title>Tides at Elmsport</title>${head}</head><body><article><h1>Tides at Elmsport</h1>`
  + `<p>${tides.repeat(3)}</p>${part}<p>${tides.repeat(2)}</p></article></body></html>`
