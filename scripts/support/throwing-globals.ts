/**
 * Rolldown treats the functions of percent-encoding as pure, although they throw, and removes a call whose value is not
 * used, with the `catch` around it. It does not so for properties. `String` throws for some objects.
 */
export const throwingGlobals: Readonly<Record<string, string>> = Object.fromEntries(
  ["decodeURI", "decodeURIComponent", "encodeURI", "encodeURIComponent", "String"].map((name) => [
    name,
    `globalThis.${name}`
  ])
)
