import type { Job } from "../../client/index.ts"

export const StatusChip = ({ status }: { readonly status: Job["status"] }) => (
  <span class={`chip status ${status}`}>{status}</span>
)
