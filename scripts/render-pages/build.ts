import * as fs from "node:fs/promises"
import * as path from "node:path"
import { type Plugin, rolldown } from "rolldown"
import { compile } from "svelte/compiler"
import { fixturePages } from "./content.ts"
import { moreShells } from "./more-shells.ts"
import type { serverRenderers as renderers } from "./server/server.ts"
import { shells } from "./shells.ts"

/** Exports of the server bundle. */
interface Built {
  readonly serverRenderers: typeof renderers
}

/** Builds test/web/render/pages: each framework's bundle, and each page in client-rendered and server-rendered form. */
const here = import.meta.dirname
const out = path.join(here, "../../test/web/render/pages")

const svelte = (generate: "client" | "server"): Plugin => ({
  name: "svelte",
  transform: (code, id) =>
    id.endsWith(".svelte") ? { code: compile(code, { generate, css: "injected", filename: id }).js.code } : undefined
})

const bundleFor = async (entry: string, file: string, side: "client" | "server"): Promise<void> => {
  const build = await rolldown({
    input: path.join(here, entry),
    platform: side === "client" ? "browser" : "node",
    plugins: [svelte(side)],
    ...(side === "server" ? { external: [/^(?!\.|\/)/] } : {}),
    transform: {
      define: side === "client"
        ? {
          "process.env.NODE_ENV": "\"production\"",
          __VUE_OPTIONS_API__: "false",
          __VUE_PROD_DEVTOOLS__: "false",
          __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false"
        }
        : {}
    }
  })
  await build.write({
    file,
    format: side === "client" ? "iife" : "esm",
    minify: side === "client",
    postBanner: "/* eslint-disable */"
  })
}

await fs.rm(out, { recursive: true, force: true })
await fs.mkdir(out, { recursive: true })
const server = path.join(here, "server/built.mjs")
await bundleFor("server/server.ts", server, "server")
const { serverRenderers } = await import(server) as Built
for (const [name, shell] of Object.entries({ ...shells, ...moreShells })) {
  await bundleFor(`client/${name}.ts`, path.join(out, `${name}.js`), "client")
  const render = serverRenderers[name] ?? serverRenderers["plain"]
  for (const [index, page] of fixturePages.slice(0, name in shells ? undefined : 1).entries()) {
    const body = await render?.(index) ?? ""
    await fs.writeFile(path.join(out, `${name}-${index}-client.html`), shell(page.title, index, undefined))
    await fs.writeFile(path.join(out, `${name}-${index}-server.html`), shell(page.title, index, body))
  }
}
await fs.rm(server)
