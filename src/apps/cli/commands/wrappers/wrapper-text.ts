import type { Wrapper, WrapperCheck } from "../../../../contract/client/index.ts"

/** A wrapper in one line. */
export const wrapperLine = ({ fields, host, id, name, status }: Wrapper): string =>
  [id, status, host, `${fields.length} fields`, name].join("  ")

/** All of a wrapper but its rules. */
export const wrapperText = (wrapper: Wrapper): string => {
  const { host, id, name, status } = wrapper
  const facts = Object.entries({ id, name, host, status }).map(([label, value]) => `${label.padEnd(8)}${value}`)
  return [...facts, ...coverage(wrapper), ...driftLines(wrapper)].join("\n")
}

const driftLines = ({ drift }: Wrapper): ReadonlyArray<string> =>
  (drift?.fields ?? []).map(({ filled, learnt, pages, pointer }) =>
    `drift   ${pointer} on ${filled} of ${pages} pages, ${percent(learnt).trim()} when it was learnt`
  )

/** How the rules of a wrapper do: a line for each value. */
export const coverage = (
  { fields, pages, problem }: Pick<Wrapper, "fields" | "pages" | "problem"> | WrapperCheck
): ReadonlyArray<string> => {
  const widest = Math.max(0, ...fields.map(({ pointer }) => pointer.length))
  return [
    `pages   ${pages.learnt} learnt, ${pages.checked} checked`,
    ...fields.map(({ agreement, attribute, fill, pointer, selector }) =>
      [
        pointer.padEnd(widest),
        `right ${percent(agreement)}`,
        `filled ${percent(fill)}`,
        attribute === null ? selector : `${selector}@${attribute}`
      ].join("  ")
    ),
    ...(problem === null ? [] : [`problem ${problem}`])
  ]
}

const percent = (share: number): string => `${Math.round(share * 100)}%`.padStart(4)
