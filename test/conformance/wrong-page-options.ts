/** Pointers and what is said of each. */
export type Faults = Readonly<Record<string, string>>
export type Wrong = readonly [more: object, faults: Faults]

export const text = "must be text"
export const list = "must be a list"
export const object = "must be an object"
const textsByName = "must be an object with names and values, such as {\"name\": \"value\"}"
export const yesOrNo = "must be true or false"
export const number = "must be a number"
export const whole = "must be a whole number"
export const notEmpty = "must not be empty"
const fieldNames =
  "must be one of url, final_url, fetched_at, status, content_type, depth, size_bytes, title, author, published_date, language, description, keywords, site_name, image, markdown, text, confidence, blocks, content_html, chunks, chunks_left_out, picture, repeats, html, links, images, tables, media, records, metadata, data, pictures, trace"
export const unknown = (nearest: string, ...routes: ReadonlyArray<string>) =>
  `is unknown here; the nearest known name is ${nearest}${
    routes.length === 0 ? "" : `, an option of ${routes.map((route) => `POST /v1/${route}`).join(", ")}`
  }`

/** Of the options for the reading of a page. */
export const ofReading: ReadonlyArray<Wrong> = [
  [{ fields: "title" }, { "/fields": list }],
  [{ fields: [] }, { "/fields": notEmpty }],
  [{ fields: ["title", "titel", 5] }, { "/fields/1": unknown("title"), "/fields/2": fieldNames }],
  [{ include_selectors: "main" }, { "/include_selectors": list }],
  [{ include_selectors: ["main", 5, "a["] }, {
    "/include_selectors/1": text,
    "/include_selectors/2": "is not a CSS selector; give one such as main or .price"
  }],
  [{ exclude_selectors: [] }, { "/exclude_selectors": notEmpty }],
  [{ exclude_selectors: Array.from({ length: 51 }, () => "p") }, {
    "/exclude_selectors": "must not have more than 50 entries"
  }],
  [{ extract: { select: "p" } }, { "/extract": list }],
  [{ extract: ["p"] }, { "/extract/0": "must be an object with type, select, fields" }],
  [{ extract: [{ select: "p" }] }, { "/extract/0/fields": "is missing" }],
  [{ extract: [{ feilds: { a: "b" }, fields: {} }] }, {
    "/extract/0/feilds": unknown("fields"),
    "/extract/0/fields": "has no fields; give at least one, such as {\"title\": \"h2\"}"
  }],
  [{ extract: [{ fields: { a: 7, b: "c@" } }] }, {
    "/extract/0/fields/a": text,
    "/extract/0/fields/b": "is not a CSS selector; give one such as main or .price"
  }],
  [{ schema: "product" }, { "/schema": object }],
  [{ schema: {} }, { "/schema": "needs a type: object, array, string, number, integer, boolean" }],
  [{ schema: { type: "object", properties: { price: { anyOf: [{ type: "number" }] }, name: { type: "text" } } } }, {
    "/schema/properties/price/anyOf": "is not supported; leave it out",
    "/schema/properties/name/type":
      "must be one of object, array, string, number, integer, boolean, or one of them with \"null\" in a list"
  }],
  [{ schema: { title: "a".repeat(32_768), type: "object", properties: { name: { type: "string" } } } }, {
    "/schema": "is larger than 32768 bytes as JSON"
  }],
  [{ wait_for: ["h1"] }, { "/wait_for": text }],
  [{ chunks: 400 }, { "/chunks": "must be an object with max_tokens, overlap" }],
  [{ chunks: { max_tokens: 15, overlap: -1, maxtoken: 4 } }, {
    "/chunks/max_tokens": "must be between 16 and 1000000",
    "/chunks/overlap": "must be between 0 and 1000000",
    "/chunks/maxtoken": unknown("max_tokens")
  }],
  [{ chunks: { max_tokens: 100, overlap: 51 } }, {
    "/chunks": "has an overlap of more than half of max_tokens; give at most 50"
  }],
  [{ wait_for: "" }, { "/wait_for": "is empty; give a CSS selector such as main or .price" }]
]

const oneKind =
  "must have exactly one key, of click, type, press, select, hover, scroll, scroll_until, click_until, next_page, wait_for, wait_ms, screenshot"

/** Of the steps in the browser. */
export const ofActions: ReadonlyArray<Wrong> = [
  [{ actions: { click: "a" } }, { "/actions": list }],
  [{ actions: [] }, { "/actions": notEmpty }],
  [{ actions: Array.from({ length: 51 }, () => ({ click: "a" })) }, {
    "/actions": "must not have more than 50 entries"
  }],
  [{ actions: Array.from({ length: 11 }, () => ({ screenshot: true })) }, {
    "/actions": "must not take more than 10 pictures"
  }],
  [{ actions: [{ click: "a" }, {}, { click: "a", hover: "b" }] }, { "/actions/1": oneKind, "/actions/2": oneKind }],
  [{ actions: ["click"] }, { "/actions/0": object }],
  [{ actions: [{ clik: "a" }] }, { "/actions/0/clik": unknown("click") }],
  [{ actions: [{ click: "a[" }, { hover: 5 }] }, {
    "/actions/0/click": "is not a CSS selector; give one such as main or .price",
    "/actions/1/hover": text
  }],
  [{ actions: [{ type: "a" }, { type: ["a"] }, { select: ["a", 5] }] }, {
    "/actions/0/type": "must be a list of two texts: a CSS selector and the text to type",
    "/actions/1/type/1": "is missing",
    "/actions/2/select/1": text
  }],
  [{ actions: [{ press: "Entr" }, { wait_ms: 0 }, { wait_ms: 30_001 }] }, {
    "/actions/0/press":
      "is not a key; use one character, or one of Enter, Tab, Escape, Space, Backspace, Delete, ArrowUp, ArrowDown, ArrowLeft, ArrowRight, Home, End, PageUp, PageDown",
    "/actions/1/wait_ms": "must be between 1 and 30000",
    "/actions/2/wait_ms": "must be between 1 and 30000"
  }],
  [{ actions: [{ scroll_until: {} }, { scroll_until: { max: 101, nomore: "a" } }] }, {
    "/actions/0/scroll_until/max": "is missing",
    "/actions/1/scroll_until/max": "must be between 1 and 100",
    "/actions/1/scroll_until/nomore": unknown("no_more")
  }],
  [{ actions: [{ screenshot: false }, { scroll: 5 }] }, {
    "/actions/0/screenshot": "must be true",
    "/actions/1/scroll": text
  }]
]

/** Of the options for the fetching of a page. */
export const ofFetching: ReadonlyArray<Wrong> = [
  [{ max_age_seconds: 0.5 }, { "/max_age_seconds": whole }],
  [{ max_age_seconds: 31_536_001 }, { "/max_age_seconds": "must be between 0 and 31536000" }],
  [{ maxAge: 5 }, { "/maxAge": unknown("max_age_seconds") }],
  [{ language: "de_DE" }, { "/language": "\"de_DE\" is not a BCP 47 language tag, such as de or pt-BR" }],
  [{ language: "german" }, { "/language": "\"german\" is not a BCP 47 language tag, such as de or pt-BR" }],
  [{ language: 5 }, { "/language": "must be a language tag, such as de, or a list of them" }],
  [{ language: [] }, { "/language": notEmpty }],
  [{ language: ["de", "de_AT", "*"] }, {
    "/language/1": "\"de_AT\" is not a BCP 47 language tag, such as de or pt-BR",
    "/language/2": "\"*\" is not a BCP 47 language tag, such as de or pt-BR"
  }],
  [{ language: ["de", "fr", "it", "en", "es", "pt"] }, { "/language": "must not have more than 5 entries" }]
]

export const ofCredentials: ReadonlyArray<Wrong> = [
  [{ headers: ["X-A: b"] }, { "/headers": textsByName }],
  [{ headers: { "a b": "c", "X-A": 5 } }, {
    "/headers/X-A": text
  }],
  [{ headers: { "a b": "c", "Host": "x" } }, {
    "/headers/a b": "is not a valid header field name; use letters, digits and -",
    "/headers/Host": "would select another host than the URL; leave it out"
  }],
  [{ cookies: "a=b" }, { "/cookies": textsByName }],
  [{ cookies: { "a;": "b" } }, { "/cookies/a;": "is not a valid cookie name; use letters, digits, - and _" }]
]

export const ofUrl: ReadonlyArray<Wrong> = [
  [{ url: 5 }, { "/url": text }],
  [{ url: "ftp://x.example/" }, { "/url": "has the scheme ftp; only http and https can be fetched" }]
]

export const withoutUrl: ReadonlyArray<Wrong> = [
  [{ url: undefined }, { "/url": "is missing" }],
  [{ url: undefined, URL: "x.example" }, { "/URL": unknown("url"), "/url": "is missing" }]
]

export const ofTimeout: ReadonlyArray<Wrong> = [
  [{ timeout_seconds: "5" }, { "/timeout_seconds": number }],
  [{ timeout_seconds: 0 }, { "/timeout_seconds": "must be greater than 0" }],
  [{ timeout_seconds: 4000 }, { "/timeout_seconds": "must be at most 3600" }],
  [{ timeout: 5 }, { "/timeout": unknown("timeout_seconds") }]
]

export const ofJobs: ReadonlyArray<Wrong> = [
  [{ hide_overlays: "yes", pictures: true }, {
    "/hide_overlays": yesOrNo,
    "/pictures": "must be an object with full_page, width, height, format"
  }],
  [{ pictures: { width: 5, format: "gif", fullPage: true } }, {
    "/pictures/width": "must be between 16 and 4096",
    "/pictures/format": "must be one of png, jpeg, webp, pdf",
    "/pictures/fullPage": unknown("full_page")
  }],
  [{ max_pages: 0 }, { "/max_pages": "must be at least 1" }],
  [{ max_pages: 1.5, concurrency: "2" }, { "/max_pages": whole, "/concurrency": number }],
  [{ delay_ms: 60_001 }, { "/delay_ms": "must be between 0 and 60000" }],
  [{ purpose: "training" }, { "/purpose": "must be one of search, ai-input, ai-train" }],
  [{ content_use: "some" }, { "/content_use": "must be one of immediate, reference, full" }],
  [{ since: 5 }, { "/since": text }],
  [{ since: "0".repeat(32), max_age_seconds: 1 }, {
    "/max_age_seconds": "contradicts since, which asks the site for every page; leave one of them out"
  }],
  [{ since: "last" }, { "/since": "must be the id of a finished job" }],
  [{ webhook: "https://x.example" }, { "/webhook": "must be an object with url and events" }],
  [{ webhook: { events: ["done"], event: "x" } }, {
    "/webhook/url": "is missing",
    "/webhook/events/0":
      "must be one of job.started, page.stored, page.failed, job.finished, schedule.changed, wrapper.drifted",
    "/webhook/event": unknown("events")
  }]
]
