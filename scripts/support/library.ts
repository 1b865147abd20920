import * as fs from "node:fs"
import type { Plugin } from "rolldown"

/**
 * The modules that applications import. The command carries `effect`, while an application and the library share the
 * application's own copy. So each module that may import it is made twice, once for the library, where its name ends
 * with `?library`; what never imports it, the libraries of others and the tables, is made once for both.
 */
export const libraryModules: Readonly<Record<string, string>> = {
  index: "src/index.ts?library",
  testing: "src/testing.ts?library",
  "effect-client": "src/client/effect/GleanerClient.ts?library"
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
    // What is made once is left to the resolver of the command: the two know different things of side effects.
    return resolved === null || resolved.external || !mayImportEffect.test(resolved.id)
      ? null
      : { ...resolved, id: resolved.id + suffix }
  },
  load: {
    filter: { id: /\?library$/ },
    handler: (id) => {
      const file = id.slice(0, -suffix.length)
      return { code: fs.readFileSync(file, "utf8"), moduleType: file.endsWith(".ts") ? "ts" : "js" }
    }
  }
}
