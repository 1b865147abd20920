import { signal } from "@preact/signals"
import type { Values } from "../options/read-options.ts"

/** The form keeps its values while another view is open. */
export const batchForm = signal<{ readonly text: string; readonly values: Values }>({ text: "", values: {} })
