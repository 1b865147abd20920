import { createElement, useEffect, useState } from "react"
import { createRoot, hydrateRoot } from "react-dom/client"
import { asked, tree } from "../tree.ts"

const page = Number(document.documentElement.dataset["page"])
const h = (tag: string, props: object, children: unknown) => createElement(tag, props, children as never)

const App = ({ ready }: { readonly ready: boolean }) => {
  const [shown, show] = useState(ready)
  useEffect(() => void asked().then(() => show(true)), [])
  return shown ? tree(h as never, page) : createElement("p", { className: "spinner" }, "Loading…")
}

const root = document.getElementById("root")
if (root !== null) {
  if (root.firstElementChild?.id === "layout") hydrateRoot(root, createElement(App as never, { ready: true }))
  else createRoot(root).render(createElement(App as never, { ready: false }))
}
