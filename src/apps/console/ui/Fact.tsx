import type { ComponentChildren } from "preact"

/** An entry of a description list. */
export const Fact = ({ className, name, value }: {
  readonly name: string
  readonly value: ComponentChildren
  readonly className?: string | undefined
}) => (
  <div class={className}>
    <dt>{name}</dt>
    <dd>{value}</dd>
  </div>
)
