import type { ComponentChildren } from "preact"
import { useId, useRef, useState } from "preact/hooks"

export interface Tab {
  readonly id: string
  readonly label: string
  readonly count?: number
  readonly content: () => ComponentChildren
}

/** Tabs of the ARIA Authoring Practices, with automatic activation: arrow keys show the focused tab. */
export const Tabs = ({ label, tabs }: { readonly label: string; readonly tabs: ReadonlyArray<Tab> }) => {
  const base = useId()
  const [chosen, setChosen] = useState("")
  const list = useRef<HTMLDivElement>(null)
  const current = tabs.find(({ id }) => id === chosen) ?? tabs[0]
  if (current === undefined) return null

  const move = (event: KeyboardEvent) => {
    const at = tabs.indexOf(current)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const next = tabs[(to + tabs.length) % tabs.length]
    if (next === undefined) return
    setChosen(next.id)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus()
  }

  return (
    <div class="tabs">
      <div class="tab-list" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map(({ count, id, label }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}-${id}`}
            data-tab={id}
            aria-selected={id === current.id}
            aria-controls={`${base}-panel`}
            tabIndex={id === current.id ? 0 : -1}
            onClick={() => setChosen(id)}
          >
            {label}
            {count !== undefined && <span class="count">{count}</span>}
          </button>
        ))}
      </div>
      <div
        class="tab-panel"
        role="tabpanel"
        id={`${base}-panel`}
        aria-labelledby={`${base}-${current.id}`}
        tabIndex={0}
      >
        {current.content()}
      </div>
    </div>
  )
}
