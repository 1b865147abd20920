import * as fs from "node:fs"
import * as http from "node:http"
import * as path from "node:path"
import type { OutputChunk, Plugin } from "rolldown"
import pkg from "../../package.json" with { type: "json" }
import { officePeer } from "../../src/extract/parsers/office/office-peer.ts"
import { ocrPeer, pdfPeer } from "../../src/extract/workers/ocr/ocr-peer.ts"
import { packageName } from "../../src/web/render/browser/packaged-browser.ts"
import { leanUndici } from "./lean-undici.ts"
import { forLibrary, libraryModules } from "./library.ts"
import { throwingGlobals } from "./throwing-globals.ts"

const root = path.join(import.meta.dirname, "../..")

/** Packages that need their own files, or are optional. */
const external = [...Object.keys(pkg.dependencies), packageName, officePeer, ocrPeer, pdfPeer, "puppeteer"]

const isExternal = (id: string): boolean => external.some((name) => id === name || id.startsWith(`${name}/`))

/** Omits turndown's DOM for documents given as strings, which is unused and a fifth of a reader's code. */
const alias = { turndown: "turndown/lib/turndown.browser.es.js" }

/**
 * Bundles src/main.ts (or the given module) with its libraries into a few files in this folder, with the entry modules
 * of readers, of their guard and of the SQLite thread, and of the library. Without a bundle, each start reads, resolves
 * and links two thousand modules. Code that few processes need is a chunk loaded on demand. Names of functions are
 * preserved for readable stacks. `others`: further programs, by name.
 */
export const bundleProgram = async (
  folder: string,
  main = "src/main.ts",
  others: Readonly<Record<string, string>> = {}
): Promise<ReadonlyArray<OutputChunk>> => {
  const { build } = await import("rolldown")
  const { output } = await build({
    cwd: root,
    input: {
      main,
      reader: "src/extract/workers/reader.ts",
      "ocr-process": "src/extract/workers/ocr/ocr-process.ts",
      guard: "src/extract/workers/guard.ts",
      thread: "src/crawling/stores/sqlite/thread/thread.ts",
      ...libraryModules,
      ...others
    },
    platform: "node",
    external: isExternal,
    resolve: { alias },
    transform: { define: throwingGlobals },
    plugins: [forLibrary, leanUndici, plainHttp, largeJson],
    // The library has modules at once that the command loads later.
    checks: { ineffectiveDynamicImport: false },
    // Otherwise modules that every start needs go into the files of parsers that the service itself never loads.
    experimental: { chunkOptimization: false },
    output: {
      dir: folder,
      cleanDir: true,
      format: "esm",
      comments: false,
      minify: { compress: true, mangle: { keepNames: true }, codegen: { removeWhitespace: true } }
    }
  })
  fs.chmodSync(path.join(folder, "main.js"), 0o755)
  return output.filter((file) => file.type === "chunk")
}

/** V8 reads a large table as JSON in half of the time that it takes for a literal. */
const largeJson: Plugin = {
  name: "large-json",
  transform: {
    filter: { id: /\.json$/ },
    handler: (json) =>
      json.length < 100_000 ? null : { code: `export default JSON.parse(${JSON.stringify(json)})`, moduleType: "js" }
  }
}

/**
 * An import of node:http reads all its exports, and its WebSocket loads the whole fetch of Node, which nothing here
 * uses: a tenth of a start.
 */
const plainHttp: Plugin = {
  name: "plain-http",
  resolveId: { filter: { id: /^node:http$/ }, handler: (_, importer) => importer === plain ? null : plain },
  load: {
    filter: { id: /^\0plain-http$/ },
    handler: () =>
      `const http = process.getBuiltinModule("node:http")\nexport default http\nexport const { ${
        named.join(", ")
      } } = http`
  }
}

const plain = "\0plain-http"

const named = Object.keys(http).filter((name) => !["default", "WebSocket", "CloseEvent", "MessageEvent"].includes(name))
