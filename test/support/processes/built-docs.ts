import * as path from "node:path"
import { buildDocs } from "../../../scripts/docs/build-docs.ts"

/** Builds the pages of the documentation in the folder that a service from sources reads. */
export const buildDocsForTests = (): Promise<boolean> => buildDocs(path.join(import.meta.dirname, "../../../dist/docs"))
