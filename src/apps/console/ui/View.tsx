import type { ComponentChildren } from "preact"
import { useEffect, useRef } from "preact/hooks"

/** The heading that had the focus last. The first heading after loading does not take the focus. */
let isFirst = true

/** A view of the console. Focuses its heading, so that screen readers announce it. */
export const View = ({ actions, children, lead, title }: {
  readonly title: string
  readonly lead?: ComponentChildren
  readonly actions?: ComponentChildren
  readonly children: ComponentChildren
}) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true })
    isFirst = false
    scrollTo(0, 0)
  }, [])
  useEffect(() => {
    document.title = `${title} - Gleaner`
  }, [title])
  return (
    <section class="view">
      <header class="view-head">
        <div>
          <h1 ref={heading} tabIndex={-1}>{title}</h1>
          {lead !== undefined && <p class="lead">{lead}</p>}
        </div>
        {actions !== undefined && <div class="actions">{actions}</div>}
      </header>
      {children}
    </section>
  )
}
