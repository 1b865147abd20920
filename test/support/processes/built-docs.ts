import * as path from "node:path"
import { buildDocs } from "../../../scripts/docs/build-docs.ts"

/** The pages of the documentation where a service that runs from its sources looks for them. */
export const buildDocsForTests = (): Promise<boolean> => buildDocs(path.join(import.meta.dirname, "../../../dist/docs"))
