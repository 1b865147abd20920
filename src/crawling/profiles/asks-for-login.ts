import type { Warning } from "../../core/domain/document/Trace.ts"

/** Whether the site shows a page only after a login. */
export const asksForLogin = (
  { status, warnings = [] }: { readonly status: number; readonly warnings?: ReadonlyArray<Pick<Warning, "code">> }
): boolean => status === 401 || warnings.some(({ code }) => code === "login_required")
