/**
 * Rolldown counts the functions of percent-encoding as pure, though they throw, and removes a call whose value is not
 * used together with the `catch` around it. It knows nothing of them as properties. `String` throws for some objects.
 */
export const throwingGlobals: Readonly<Record<string, string>> = Object.fromEntries(
  ["decodeURI", "decodeURIComponent", "encodeURI", "encodeURIComponent", "String"].map((name) => [
    name,
    `globalThis.${name}`
  ])
)
