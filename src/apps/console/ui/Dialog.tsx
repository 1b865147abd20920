import type { ComponentChildren } from "preact"
import { useEffect, useId, useRef } from "preact/hooks"

/** A modal dialog. Escape, its button and a click outside close it. */
export const Dialog = ({ children, onClose, title }: {
  readonly title: ComponentChildren
  readonly onClose: () => void
  readonly children: ComponentChildren
}) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    dialog.current?.showModal()
    return () => dialog.current?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <article>
        <header>
          <button type="button" class="icon" aria-label="Close" onClick={onClose}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M6 6l12 12M18 6 6 18" />
            </svg>
          </button>
          <h2 id={id}>{title}</h2>
        </header>
        {children}
      </article>
    </dialog>
  )
}
