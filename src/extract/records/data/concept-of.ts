import { type Concept, objectPlaces, places } from "./concepts.ts"
import { foldedName, nameRows } from "./property-names.ts"

// Its own keys.
const concepts = Object.keys(places) as ReadonlyArray<Concept>

const byName = (): ReadonlyMap<string, Concept> => {
  const found = new Map<string, Concept>()
  const add = (name: string, concept: Concept) => {
    const folded = foldedName(name)
    if (!found.has(folded)) found.set(folded, concept)
  }
  for (const concept of concepts) add(concept, concept)
  for (const concept of concepts) for (const name of nameRows[concept]?.split(",") ?? []) add(name, concept)
  // A name of schema.org is the concept in which it is the first place.
  for (const concept of concepts) {
    for (const path of places[concept].split(" ")) add(path.split(".").at(-1) ?? "", concept)
  }
  return found
}

let known: ReadonlyMap<string, Concept> | undefined

/** The concept that a property stands for, by its name, else by its title in the schema. */
export const conceptOf = (name: string, title: string): Concept | undefined => {
  known ??= byName()
  return known.get(foldedName(name)) ?? known.get(foldedName(title))
}

type Steps = ReadonlyArray<ReadonlyArray<string>>

const stepsIn = (paths: string): Steps => paths.split(" ").map((path) => path.split("."))
const steps = new Map<Concept, Steps>(concepts.map((concept) => [concept, stepsIn(places[concept])]))
const objectSteps = new Map<Concept, Steps>(
  concepts.map((concept) => [concept, stepsIn(`${objectPlaces[concept] ?? ""} ${places[concept]}`.trim())])
)

/** The places of a concept as steps, the best first: of values, or of objects. */
export const placesOf = (concept: Concept, ofObjects: boolean): Steps =>
  (ofObjects ? objectSteps : steps).get(concept) ?? []
