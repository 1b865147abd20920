import { hydrate, mount } from "svelte"
import Page from "../Page.svelte"

const target = document.getElementById("svelte")
const page = Number(document.documentElement.dataset["page"])
if (target !== null) {
  if (target.childElementCount > 0) hydrate(Page, { target, props: { page, ready: true } })
  else mount(Page, { target, props: { page, ready: false } })
}
