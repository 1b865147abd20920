import * as fs from "node:fs"
import type { Plugin } from "rolldown"

/**
 * Entry modules of the library. The command bundles `effect`, while the library imports the application's copy.
 * Therefore each module that may import it is built twice, for the library with a name that ends in `?library`. Modules
 * that never import it (other libraries, tables) are built once for both.
 */
export const libraryModules: Readonly<Record<string, string>> = {
  index: "src/index.ts?library",
  stores: "src/crawling/stores/index.ts?library",
  extract: "src/page/extract-page.ts?library",
  testing: "src/testing/index.ts?library",
  "effect-client": "src/contract/client/effect/GleanerClient.ts?library"
}

const suffix = "?library"
const ofApplication = /^(?:effect|@effect\/platform-node)(?:\/|$)/
const mayImportEffect = /\/src\/.*\.ts$|\/node_modules\/@effect\//

export const forLibrary: Plugin = {
  name: "for-library",
  async resolveId(source, importer, { kind, isEntry }) {
    const isOfLibrary = isEntry ? source.endsWith(suffix) : importer?.endsWith(suffix) === true
    if (!isOfLibrary) return null
    if (ofApplication.test(source)) return { id: source, external: true }
    const from = importer?.slice(0, -suffix.length)
    const resolved = await this.resolve(isEntry ? source.slice(0, -suffix.length) : source, from, {
      kind,
      isEntry,
      skipSelf: true
    })
    // Leave shared modules to the resolver of the command: the two differ in side effects.
    return resolved === null || resolved.external || !mayImportEffect.test(resolved.id)
      ? null
      : { ...resolved, id: resolved.id + suffix }
  },
  load: {
    filter: { id: /\?library$/ },
    handler: (id) => {
      const file = id.slice(0, -suffix.length)
      return { code: byModule(fs.readFileSync(file, "utf8")), moduleType: file.endsWith(".ts") ? "ts" : "js" }
    }
  }
}

/** Node loads all that `effect` exports with any part of it, which takes half of the time of loading a small entry. */
const byModule = (code: string): string =>
  code.replaceAll(
    /^import \{([^}]*)\} from "effect"$/gm,
    (_, names: string) =>
      names.split(",").map((name) => name.trim()).filter((name) => name !== "").map((name) =>
        name.startsWith("type ")
          ? `import type { ${name.slice(5)} } from "effect"`
          : `import * as ${name.split(" as ").at(-1)} from "effect/${name.split(" as ")[0]}"`
      ).join("\n")
  )
