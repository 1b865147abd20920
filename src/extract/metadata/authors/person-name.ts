import { givenNames } from "../../rules/given-names.ts"

/** Whether a text is two to five words with capitals, of which the first is a known given name. */
export const isPersonName = (text: string): boolean =>
  text.length <= maxNameLength && nameShape.test(text) && !runTogether.test(text) && givenNames.has(firstWord(text))

/** Whether a text names the people of a site who write together. */
export const isTeamName = (text: string): boolean => text.length <= maxNameLength && teamShape.test(text)

const maxNameLength = 60

const nameShape =
  /^\p{Lu}[\p{L}\p{M}'’-]*\.?(?: (?:van|von|der|den|de|del|della|di|da|dos|das|du|la|le|el|al|bin|ter|ten|af|zu))*(?: \p{Lu}[\p{L}\p{M}'’-]*\.?){1,4}$/u

/** Two words without the space between them. */
const runTogether = /\p{Ll}{3}\p{Lu}/u

const teamShape = /^(?:\p{Lu}[\p{L}\p{N}.'’-]*\s){1,3}(?:Team|Staff|Editors|Editorial Team|Redaktion)$/u

const firstWord = (text: string): string =>
  text.slice(0, text.search(/[\s-]/)).toLowerCase().normalize("NFD").replace(/\p{M}/gu, "").replace(/ø/g, "o").replace(
    /ß/g,
    "ss"
  ).replace(/ł/g, "l")
