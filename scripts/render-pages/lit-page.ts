import { html } from "lit"
import { html as exact, unsafeStatic } from "lit/static-html.js"
import { fixturePages, foot, navigation } from "./content.ts"

export const litPage = (index: number) => {
  const page = fixturePages[index]
  return html`<div id="layout"><header><nav>${
    navigation.map((name) => html`<a href="/${name.toLowerCase()}">${name}</a>`)
  }</nav></header><main><article><h1>${page?.title}</h1>${
    page?.blocks.map(({ tag, text }) => exact`<${unsafeStatic(tag)}>${text}</${unsafeStatic(tag)}>`)
  }</article></main><footer>${foot}</footer></div>`
}
