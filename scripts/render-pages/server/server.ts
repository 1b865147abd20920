import { render as renderLit } from "@lit-labs/ssr"
import { collectResult } from "@lit-labs/ssr/lib/render-result.js"
import { h as preactH } from "preact"
import { render as renderPreact } from "preact-render-to-string"
import { createElement } from "react"
import { renderToString as renderReact } from "react-dom/server"
import { render as renderSvelte } from "svelte/server"
import { createSSRApp, h as vueH } from "vue"
import { renderToString as renderVue } from "vue/server-renderer"
import { litPage } from "../lit-page.ts"
import Page from "../Page.svelte"
import { tree } from "../tree.ts"

const plainH = (
  tag: string,
  props: Readonly<Record<string, string | number>>,
  children: ReadonlyArray<string> | string
) => {
  const attributes = Object.entries(props).filter(([name]) => name !== "key").map(([name, value]) =>
    ` ${name}="${value}"`
  )
  return `<${tag}${attributes.join("")}>${typeof children === "string" ? children : children.join("")}</${tag}>`
}

/** A page's HTML as each framework's server side writes it. */
export const serverRenderers: Readonly<Record<string, (page: number) => Promise<string> | string>> = {
  react: (page) =>
    renderReact(
      tree(
        ((tag: string, props: object, children: unknown) => createElement(tag, props, children as never)) as never,
        page
      ) as never
    ),
  preact: (page) => renderPreact(tree(preactH as never, page) as never),
  vue: (page) => renderVue(createSSRApp({ setup: () => () => tree(vueH as never, page) })),
  svelte: (page) => renderSvelte(Page, { props: { page, ready: true } }).body,
  lit: (page) => collectResult(renderLit(litPage(page))),
  plain: (page) => tree(plainH as never, page) as string
}
