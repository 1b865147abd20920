import { settings } from "../../src/Settings.ts"

const head = "| variable | standard | what it is for |\n|---|---|---|\n"

/** The README with its table of settings as the code has it. */
export const withSettings = (readme: string): string => {
  const start = readme.indexOf(head)
  const rest = readme.slice(start + head.length)
  const end = rest.search(/^(?!\| `GLEANER_)/m)
  if (start < 0 || end < 0) throw new Error("README.md has no table of settings")
  const rows = Object.values(settings).map(({ about, shown, variable }) =>
    `| \`${variable}\` | ${shown} | ${about} |\n`
  )
  return readme.slice(0, start) + head + rows.join("") + rest.slice(end)
}
