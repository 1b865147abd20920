import { fixturePages, foot, navigation } from "./content.ts"

/** One page as calls of a framework's own element function (React's, Preact's, Vue's: they agree on this much). */
export const tree = <N>(
  h: (tag: string, props: Readonly<Record<string, string | number>>, children: ReadonlyArray<N> | string) => N,
  index: number
): N => {
  const page = fixturePages[index]
  if (page === undefined) throw new Error(`there is no page ${index}`)
  return h("div", { id: "layout" }, [
    h("header", { key: "head" }, [
      h("nav", { key: "nav" }, navigation.map((name) => h("a", { key: name, href: `/${name.toLowerCase()}` }, name)))
    ]),
    h("main", { key: "main" }, [
      h("article", { key: "article" }, [
        h("h1", { key: "title" }, page.title),
        ...page.blocks.map((block, at) => h(block.tag, { key: at }, block.text))
      ])
    ]),
    h("footer", { key: "foot" }, foot)
  ])
}

/** Waits for a response of the site before it shows anything, like an application that requests its data. */
export const asked = (): Promise<number> =>
  fetch("/data.json").then((response) => response.json()).then((data: { readonly ok: boolean }) => {
    if (!data.ok) throw new Error("no data")
    return Number(document.documentElement.dataset["page"])
  })
