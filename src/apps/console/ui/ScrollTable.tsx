import type { ComponentChildren } from "preact"

/** A table that scrolls sideways where it is wider than its place. */
export const ScrollTable = ({ children, className, columns, label }: {
  readonly label: string
  readonly className?: string
  readonly columns: ReadonlyArray<string | readonly [label: string, className: string]>
  readonly children: ComponentChildren
}) => (
  <div class="scroll" tabIndex={0} role="region" aria-label={label}>
    <table class={className}>
      <thead>
        <tr>
          {columns.map((column) => {
            const [name, className] = typeof column === "string" ? [column] : column
            return <th key={name} scope="col" class={className}>{name}</th>
          })}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  </div>
)
