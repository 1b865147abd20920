import { createSignal } from "solid-js"
import h from "solid-js/h"
import { render } from "solid-js/web"
import { asked, tree } from "../tree.ts"

const page = Number(document.documentElement.dataset["page"])
const element = (tag: string, { key: _key, ...props }: Readonly<Record<string, unknown>>, children: unknown) =>
  h(tag, props, children as never)
const root = document.getElementById("root")
if (root !== null && root.childElementCount === 0) {
  render(() => {
    const [shown, show] = createSignal(false)
    void asked().then(() => show(true))
    return (() => shown() ? tree(element as never, page) : undefined) as never
  }, root)
}
