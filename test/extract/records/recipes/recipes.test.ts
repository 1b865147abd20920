import { assert, describe, it } from "@effect/vitest"
import { recordsOf } from "../records-of.ts"
import { layouts, pageOfRecipe, recipes } from "./layouts.ts"

const cases = Object.entries(layouts).flatMap(([name, layout]) => recipes.map((recipe) => ({ name, layout, recipe })))

const found = cases.map(({ layout, name, recipe }) => {
  const records = recordsOf(pageOfRecipe(recipe, layout(recipe))).filter(({ type }) => type === "Recipe")
  return { name, recipe, records, fields: records[0]?.fields ?? {} }
})

const folded = (text: string): string => text.replace(/\s+/g, "")

/** How many of the lines are found, and how many of the found ones are right. */
const scored = (list: "ingredients" | "steps", field: string) => {
  let right = 0
  let given = 0
  let wanted = 0
  const wrong: Array<string> = []
  for (const { fields, name, recipe } of found) {
    const lines = [fields[field] ?? []].flat().map(String).map(folded)
    const truth = recipe[list].map(folded)
    const hits = truth.filter((line) => lines.includes(line)).length
    if (hits < truth.length || lines.length > truth.length) wrong.push(`${name} ${recipe.language}: ${lines.join("|")}`)
    right += hits
    given += lines.length
    wanted += truth.length
  }
  return { recall: right / wanted, precision: right / given, wrong: wrong.join("\n") }
}

describe("recipes by their layout", () => {
  it("are tried in 60 cases", () => assert.isAtLeast(cases.length, 60))

  for (const [list, field] of [["ingredients", "recipeIngredient"], ["steps", "recipeInstructions"]] as const) {
    it(`have 93 % of their ${list}, and hardly any other lines`, () => {
      const { precision, recall, wrong } = scored(list, field)
      assert.isAtLeast(recall, 0.93, wrong)
      assert.isAtLeast(precision, 0.97, wrong)
    })
  }

  it("are one record with the name of the page", () => {
    const wrong = found.filter(({ recipe, records }) => records.length !== 1 || records[0]?.name !== recipe.name)
    assert.deepStrictEqual(wrong.map(({ name, recipe }) => `${name} ${recipe.language}`), [])
  })
})
