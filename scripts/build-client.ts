import * as path from "node:path"
import { build, type RolldownOutput } from "rolldown"
import { throwingGlobals } from "./support/throwing-globals.ts"

const root = path.join(import.meta.dirname, "..")

/** `gleaner/client` as one file that Node, browsers and workers load as it is. */
export const buildClient = (file: string): Promise<RolldownOutput> =>
  build({
    cwd: root,
    input: "src/contract/client/index.ts",
    platform: "neutral",
    transform: { define: throwingGlobals },
    resolve: { mainFields: ["module", "main"] },
    output: { file, format: "esm", comments: false }
  })
