/** A page of a template, which differs from the others by a few words. */
export interface TemplatePage {
  readonly template: string
  readonly url: string
  readonly html: string
}

const site = "https://templates.example"
const nouns = ["harbour", "lamp", "garden", "engine", "violin", "compass", "kettle", "ladder", "mirror", "anchor"]
const noun = (at: number): string => nouns[at % nouns.length] ?? ""
const named = (at: number): string => `${noun(at)} ${noun(Math.floor(at / 10) + 3)} ${at}`

/** The same long text on every page of a template. */
const shared = (about: string): string =>
  Array.from(
    { length: 12 },
    (_, at) =>
      `<p>Paragraph ${noun(at)} about the ${about} is the same on every page, explains how we make and deliver
    it, and says what a customer may expect from the workshop in the ${noun(at + 4)} street.</p>`
  ).join("")

const frame = (title: string, main: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><header class="top"><nav><ul><li><a href="/">
  Home</a></li><li><a href="/about">About us</a></li></ul></nav></header><main>${main}</main>
  <footer class="end"><p>All rights reserved.</p></footer></body></html>`

/** Name, price or one sentence differs, in turn. */
const product = (at: number): string => {
  const name = at % 3 === 0 ? `Chair ${named(at)}` : "Chair of oak"
  const price = at % 3 === 1 ? `$${100 + at}.00` : "$99.00"
  const sentence = at % 3 === 2
    ? `This one has ${at} screws and a seat of ${noun(at)} cloth.`
    : "It has a seat of cloth."
  return frame(
    name,
    `<div class="product"><div class="gallery"><img src="/${at}.jpg" alt=""></div><div class="buy"><h1>${name}</h1>
    <div class="price">${price}</div><button>Buy</button></div><div class="about"><p>${sentence}</p>${shared("chair")}
    </div></div>`
  )
}

/** One function for each page, with the same sections. */
const reference = (at: number): string =>
  frame(
    `${named(at)}()`,
    `<article class="doc"><h1>${named(at)}()</h1><pre><code>${noun(at)}_${at}(value, options)</code></pre>
    <section><h2>Parameters</h2>${shared("function")}</section><section><h2>Returns</h2><p>The value, rounded to ${at}
    digits.</p></section></article>`
  )

/** Pages of one list, with the same introduction. */
const listing = (at: number): string =>
  frame(
    "All lamps",
    `<h1>All lamps</h1><div class="intro">${shared("lamp")}</div><ul class="items">${
      Array.from({ length: 3 }, (_, item) =>
        `<li class="item"><a href="/lamps/${at}-${item}">Lamp ${named(at * 3 + item)}</a></li>`)
        .join("")
    }</ul><p class="pager">Page ${at}</p>`
  )

/** Threads with the same title and the same first post. */
const thread = (at: number): string =>
  frame(
    "It does not start",
    `<h1>It does not start</h1><div class="post"><div class="by">user${at % 7}</div><div class="text">${
      shared("engine")
    }</div>
    </div><div class="post"><div class="by">user${at % 5}</div><div class="text"><p>Have you tried the ${
      named(at)
    } yet?</p>
    </div></div>`
  )

/** Versions of one text: a number, a word, a clause more or a clause less. */
const legal = (at: number): string => {
  const clause = [
    `The limit of our liability is ${at} times the price that the customer has paid for the goods in question.`,
    `We may share data about the ${named(at)} with partners who help us to run this service for our customers.`,
    `Disputes about a ${noun(at)} go to the courts of the town where the ${named(at)} was delivered to the customer.`
  ][at % 3]
  return frame(
    "Terms of service",
    `<article><h1>Terms of service</h1><p>Version of 1 May 2024</p>${shared("contract")}<p>${clause}</p>
    ${shared("service")}</article>`
  )
}

const templates = { product, reference, listing, thread, legal }

/** `each` pages of each template. No two of them are the same page. */
export const templatePages = (each: number): ReadonlyArray<TemplatePage> =>
  Object.entries(templates).flatMap(([template, html]) =>
    Array.from({ length: each }, (_, at) => ({ template, url: `${site}/${template}/${at}`, html: html(at) }))
  )
