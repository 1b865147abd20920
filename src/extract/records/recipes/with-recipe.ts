import type { PageContent, PageFacts, ParsedPage, RawRecord } from "../../Page.ts"
import { isBlankValue } from "../common-fields.ts"
import { recipeLists } from "./recipe-lists.ts"
import { headingKey, ingredientHeadings, ingredientNames } from "./recipe-names.ts"

/**
 * Completes the recipe of a page: lists under the names of earlier versions of schema.org or under misspelt ones get
 * their own, and lists that are blank or missing are read from the layout. A page that shows the lists of a recipe and
 * declares none has a record of source `repeated`.
 */
export const withRecipe = (
  records: ReadonlyArray<RawRecord>,
  page: ParsedPage,
  content: PageContent,
  facts: PageFacts
): ReadonlyArray<RawRecord> => {
  const named = records.map((record) => record.type === "Recipe" ? withOwnNames(record) : record)
  const [recipe, second] = named.filter(({ type }) => type === "Recipe")
  if (second !== undefined) return named
  if (recipe === undefined) return mayShowRecipe(page, content) ? [...shownRecipe(page, facts), ...named] : named
  const blank = listNames.filter((name) => isBlankValue(recipe.fields[name], 0))
  const lists = blank.length === 0 ? undefined : recipeLists(page)
  if (lists === undefined) return named
  const shown = { recipeIngredient: lists.ingredients, recipeInstructions: lists.steps }
  const added = Object.fromEntries(blank.map((name) => [name, shown[name]]))
  return named.map((record) => record === recipe ? { ...record, fields: { ...record.fields, ...added } } : record)
}

const listNames = ["recipeIngredient", "recipeInstructions"] as const

const otherNames = {
  recipeIngredient: ["ingredients", "recipeIngredients", "ingredient", "recipeingredient", "Ingredients"],
  recipeInstructions: [
    "instructions",
    "recipeInstruction",
    "instruction",
    "recipeinstructions",
    "directions",
    "method",
    "steps",
    "step"
  ],
  recipeYield: ["yield", "recipeyield", "servings"]
}

const withOwnNames = (record: RawRecord): RawRecord => {
  const { fields } = record
  const added = Object.entries(otherNames).flatMap(([name, others]) => {
    const other = isBlankValue(fields[name], 0) ? others.find((other) => !isBlankValue(fields[other], 0)) : undefined
    return other === undefined ? [] : [[name, fields[other]] as const]
  })
  return added.length === 0 ? record : { ...record, fields: { ...fields, ...Object.fromEntries(added) } }
}

/** Few pages have one of these words. */
const mayShowRecipe = ({ searchable }: ParsedPage, { markdown }: PageContent): boolean =>
  ingredientNames.test(searchable) ||
  markdown.split("\n").some((line) =>
    line.length <= maxHeading && line !== "" && ingredientHeadings.has(headingKey(line))
  )

const maxHeading = 60

const shownRecipe = (page: ParsedPage, { metadata, title }: PageFacts): ReadonlyArray<RawRecord> => {
  const lists = title === "" ? undefined : recipeLists(page)
  if (lists === undefined) return []
  const fields = {
    name: title,
    url: metadata.canonical_url || page.url.href,
    recipeIngredient: lists.ingredients,
    recipeInstructions: lists.steps
  }
  return [{ source: "repeated", type: "Recipe", fields }]
}
