import { h, hydrate, render } from "preact"
import { useEffect, useState } from "preact/hooks"
import { asked, tree } from "../tree.ts"

const page = Number(document.documentElement.dataset["page"])

const App = ({ ready }: { readonly ready: boolean }) => {
  const [shown, show] = useState(ready)
  useEffect(() => void asked().then(() => show(true)), [])
  return shown ? tree(h as never, page) : h("p", null, "Please wait...")
}

const root = document.getElementById("app")
if (root !== null) {
  if (root.childElementCount > 0) hydrate(h(App as never, { ready: true }), root)
  else render(h(App as never, { ready: false }), root)
}
