import { computed, signal } from "@preact/signals"

/** The current route, after `#` in the URL: the server has only one page. */
const address = signal(location.hash)
addEventListener("hashchange", () => (address.value = location.hash))

interface Route {
  /** The first part of the path, such as `jobs`. */
  readonly view: string
  /** The second part, such as the id of a job. */
  readonly id: string
  readonly query: URLSearchParams
}

export const route = computed((): Route => {
  const [path = "", query = ""] = address.value.replace(/^#\/?/, "").split("?")
  const [view = "", id = ""] = path.split("/")
  return { view: view === "" ? "scrape" : view, id, query: new URLSearchParams(query) }
})

export const go = (path: string): void => {
  location.hash = `#/${path}`
}
