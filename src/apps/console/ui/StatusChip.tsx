import type { Job } from "../../../contract/client/index.ts"

export const StatusChip = ({ status }: { readonly status: Job["status"] }) => (
  <span class={`chip status ${status}`}>{status}</span>
)
