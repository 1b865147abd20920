/** Declarations of a style attribute that hide the element. `backface-visibility: hidden` does not. */
export const hiddenStyle = /(?<![-\w])(?:display\s*:\s*none|visibility\s*:\s*hidden)/i
