import { indexSections } from "./index-sections.ts"
import type { Section } from "./sections.ts"

/** The search of the documentation in a browser. Without scripts, the list of pages stays as it is. */
const maxResults = 8
const excerptLength = 160

const element = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>>,
  ...children: ReadonlyArray<Node | string>
): HTMLElementTagNameMap[K] => {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

const sectionsFile = new URL(import.meta.url).searchParams.get("sections") ?? ""
let loading: Promise<ReturnType<typeof indexSections>> | undefined

/** The index, loaded when the box is used for the first time. */
const find = (): Promise<ReturnType<typeof indexSections>> =>
  loading ??= fetch(sectionsFile).then(async (response) =>
    indexSections(await response.json() as ReadonlyArray<Section>)
  )

const input = element("input", {
  type: "search",
  placeholder: "Search",
  "aria-label": "Search the documentation",
  "aria-controls": "found",
  autocomplete: "off"
})
const found = element("ol", { id: "found", hidden: "" })
const status = element("p", { role: "status" })

/** The text around the first word of the query. */
const excerpt = (text: string, query: string): string => {
  const words = query.toLowerCase().split(/\W+/).filter((word) => word.length > 2)
  const at = words.map((word) => text.toLowerCase().indexOf(word)).find((position) => position >= 0) ?? 0
  const from = Math.max(0, text.lastIndexOf(" ", at - 40))
  return `${from > 0 ? "… " : ""}${text.slice(from, from + excerptLength).trim()} …`
}

const show = async (): Promise<void> => {
  const query = input.value.trim()
  const search = query === "" ? () => [] : await find()
  // A later letter may have been typed while the index was loaded.
  if (query !== input.value.trim()) return
  const results = search(query).slice(0, maxResults)
  found.hidden = query === ""
  found.replaceChildren(...results.map(({ heading, id, page, text }) =>
    element(
      "li",
      {},
      element("a", { href: id }, heading === page ? page : `${page}: ${heading}`),
      element("p", {}, excerpt(text, query))
    )
  ))
  if (query !== "" && results.length === 0) found.append(element("li", {}, "No section has these words."))
  status.textContent = query === "" ? "" : `${results.length} sections found`
}

const box = element("form", { role: "search" }, input, found, status)
box.addEventListener("submit", (event) => {
  event.preventDefault()
  found.querySelector("a")?.click()
})
box.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    input.value = ""
    void show()
  }
})
box.addEventListener("click", (event) => {
  if (event.target instanceof HTMLAnchorElement) found.hidden = true
})
input.addEventListener("input", () => void show())
document.querySelector("header")?.insertBefore(box, document.querySelector("header nav"))
