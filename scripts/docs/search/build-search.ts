import * as path from "node:path"

/** The script of the search box as one file, with the modules in it. */
export const buildSearch = async (): Promise<{ readonly code: string; readonly modules: ReadonlyArray<string> }> => {
  // Loaded lazily: loading takes longer than the check whether a build is necessary.
  const { build } = await import("rolldown")
  const { output: [chunk] } = await build({
    input: path.join(import.meta.dirname, "box.ts"),
    platform: "browser",
    write: false,
    output: { format: "esm", comments: false, minify: true }
  })
  return { code: chunk.code, modules: Object.keys(chunk.modules) }
}
