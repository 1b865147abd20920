import type { JSX } from "preact"

const look = { class: "small secondary outline" }

/** A button that is less prominent than that of a form. */
export const SmallButton = (attributes: JSX.IntrinsicElements["button"]) => (
  <button type="button" {...look} {...attributes} />
)

/** A link that looks like a SmallButton. */
export const SmallLink = (attributes: JSX.IntrinsicElements["a"]) => <a role="button" {...look} {...attributes} />
