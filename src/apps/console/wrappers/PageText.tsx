import { useId, useRef, useState } from "preact/hooks"

/** Lines shown at the same time. The filter finds the others. */
const maxShown = 200

/**
 * Lines of a page to choose from: by a click, or by the arrow keys and Enter. A part of a line is chosen by selecting it
 * first.
 */
export const PageText = ({ label, lines, onChoose }: {
  readonly label: string
  readonly lines: ReadonlyArray<string>
  readonly onChoose: (text: string) => void
}) => {
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const [filter, setFilter] = useState("")
  const [active, setActive] = useState(0)
  const wanted = filter.trim().toLowerCase()
  const found = lines.filter((line) => line.toLowerCase().includes(wanted))
  const shown = found.slice(0, maxShown)
  const current = Math.min(active, Math.max(0, shown.length - 1))

  const move = (event: KeyboardEvent) => {
    const line = shown[current]
    if ((event.key === "Enter" || event.key === " ") && line !== undefined) {
      event.preventDefault()
      return onChoose(line)
    }
    const to = { ArrowDown: current + 1, ArrowUp: current - 1, Home: 0, End: shown.length - 1 }[event.key]
    if (to === undefined || to < 0 || to >= shown.length) return
    event.preventDefault()
    setActive(to)
    list.current?.children[to]?.scrollIntoView({ block: "nearest" })
  }

  return (
    <div class="page-text">
      <div class="field">
        <label for={`${id}-filter`}>Find on the page</label>
        <input
          id={`${id}-filter`}
          type="search"
          value={filter}
          onInput={({ currentTarget }) => {
            setFilter(currentTarget.value)
            setActive(0)
          }}
        />
      </div>
      {shown.length === 0 ? <p class="nothing">No line has this text.</p> : (
        <ul
          ref={list}
          class="scroll lines"
          role="listbox"
          aria-label={label}
          aria-activedescendant={`${id}-${current}`}
          tabIndex={0}
          onKeyDown={move}
        >
          {shown.map((line, at) => (
            <li
              key={at}
              id={`${id}-${at}`}
              role="option"
              aria-selected={at === current}
              onClick={({ currentTarget }) => {
                setActive(at)
                onChoose(selectedIn(currentTarget) ?? line)
              }}
            >
              {line}
            </li>
          ))}
        </ul>
      )}
      {found.length > shown.length && <p class="faint">{found.length - shown.length} more lines; find them above.</p>}
    </div>
  )
}

/** The text that the user has selected within an element. */
const selectedIn = (element: HTMLElement): string | undefined => {
  const selection = getSelection()
  if (selection === null || !element.contains(selection.anchorNode) || !element.contains(selection.focusNode)) {
    return undefined
  }
  const text = selection.toString().trim()
  return text === "" ? undefined : text
}
