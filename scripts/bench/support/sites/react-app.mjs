import { createElement as h, useEffect, useState } from "react"
import { createRoot } from "react-dom/client"

/** The application of the rendered site: an empty shell, which loads the JSON of its page. */
const link = (number) => h("a", { key: number, href: `/page/${number}` }, `Read page ${number}`)

const Page = () => {
  const [data, setData] = useState()
  useEffect(() => {
    fetch(`/api/${location.pathname.split("/").at(-1)}`).then((response) => response.json()).then(setData)
  }, [])
  if (data === undefined) return h("p", null, "Loading")
  return h(
    "div",
    null,
    h("nav", null, data.menu.map(link)),
    h(
      "main",
      null,
      h(
        "article",
        null,
        h("h1", null, data.title),
        h("img", { src: `/img/${data.number}.png`, alt: "" }),
        data.paragraphs.map((text, at) => h("p", { key: at }, text)),
        h("ul", null, data.links.map((number) => h("li", { key: number }, link(number))))
      )
    )
  )
}

createRoot(document.getElementById("root")).render(h(Page))
