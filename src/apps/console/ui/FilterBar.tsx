import type { ComponentChildren } from "preact"
import { count, plural } from "./format.ts"

/** A list of a filter bar. Its first option selects all. */
export interface FilterChoice {
  readonly label: string
  readonly value: string
  readonly options: ReadonlyArray<readonly [value: string, label: string]>
  readonly onChange: (value: string) => void
}

/** The filters of a list: words to search for, if it has a label for them, and lists to choose from. */
export const FilterBar = ({ children, choices, label, onWords, placeholder = label, words }: {
  readonly label?: string
  readonly placeholder?: string | undefined
  readonly words?: string
  readonly onWords?: (words: string) => void
  readonly choices: ReadonlyArray<FilterChoice>
  readonly children?: ComponentChildren
}) => (
  <div class="filters">
    {label !== undefined && (
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={words}
        onInput={(event) => onWords?.(event.currentTarget.value)}
      />
    )}
    {choices.map(({ label, onChange, options, value }) => (
      <select
        key={label}
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {options.map(([value, label]) => <option key={value} value={value}>{label}</option>)}
      </select>
    ))}
    {children}
  </div>
)

/** How many of a list match its filters. */
export const FoundCount = ({ all, children, found, one }: {
  readonly found: number
  readonly all: number
  /** The word for one row. */
  readonly one: string
  readonly children?: ComponentChildren
}) => (
  <p class="faint" role="status">
    {found === all ? plural(all, one) : `${count(found)} of ${plural(all, one)}`}
    {children}
  </p>
)
