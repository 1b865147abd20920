export const plainElement = (
  tag: string,
  props: Readonly<Record<string, string | number>>,
  children: ReadonlyArray<Node> | string
): Node => {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(props)) if (name !== "key") element.setAttribute(name, String(value))
  element.append(...(typeof children === "string" ? [children] : children))
  return element
}
