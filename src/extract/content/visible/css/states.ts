/** Pseudo-classes of states that an element gets by its reader, or by a script. */
export const states =
  /^(?:hover|focus|focus-visible|focus-within|active|visited|target|target-within|indeterminate|open|popover-open|modal|fullscreen|playing|paused|valid|invalid|user-valid|user-invalid|in-range|out-of-range|placeholder-shown|autofill|current|past|future)$/
