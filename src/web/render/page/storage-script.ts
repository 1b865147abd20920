/**
 * Puts values into the localStorage of an origin before its scripts run, and of no other. Values that the site has set
 * meanwhile stay, as its cookies do.
 */
export const storageScript = (origin: string, values: Readonly<Record<string, string>>): string =>
  `if (location.origin === ${JSON.stringify(origin)}) {
    try { for (const [key, value] of ${JSON.stringify(Object.entries(values))}) {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, value)
    } } catch {}
  }`
