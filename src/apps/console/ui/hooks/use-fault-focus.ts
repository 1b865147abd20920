import { useEffect, useRef } from "preact/hooks"

/** Focuses the first field of a form that is invalid after a new error. */
export const useFaultFocus = (error: unknown) => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (error !== undefined) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus()
  }, [error])
  return form
}
