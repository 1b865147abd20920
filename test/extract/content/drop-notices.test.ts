import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { documentOf } from "../document-of.ts"

const sentence = (index: number) =>
  `The harbour council met ${index + 3} times that year, and the clerk wrote down what the fishermen had asked for.`
const text = Array.from({ length: 8 }, (_, index) => `<p>${sentence(index)}</p>`)
const page = (main: string) =>
  `<title>How the quay was paid for - Gazette</title><main><article><h1>How the quay was paid for</h1>${main}</article></main>`

const textOf = (html: string) => Effect.map(documentOf(html), (document) => document.text)

describe("notices to readers", () => {
  const languages = [
    [
      "Forum rules",
      "You must log in to reply.",
      "Log in to continue",
      "Create a free account to read on without limits."
    ],
    [
      "Forenregeln",
      "Du musst dich anmelden, um zu antworten.",
      "Anmelden",
      "Erstellen Sie ein Konto, um weiterzulesen."
    ],
    ["Règles du forum", "Vous devez vous connecter pour répondre.", "Connexion", "Créez un compte pour lire la suite."]
  ] as const
  for (const [rules, reply, signIn, account] of languages) {
    it.effect(`are left out beside it: ${rules}`, () =>
      Effect.gen(function*() {
        const box =
          `<div class="box"><h3>${rules}</h3><p>Please search before you post, and be kind to everyone.</p></div>`
        const form =
          `<section><h2>${signIn}</h2><p>${account}</p><form><label>E-Mail</label><input type="email"><button>OK</button></form></section>`
        const found = yield* textOf(page(`${text.join("")}${box}<p>${reply}</p>${form}`))
        for (const each of [rules, "Please search", reply, account]) assert.notInclude(found, each)
        for (const index of text.keys()) assert.include(found, sentence(index))
      }))
  }

  it.effect("are content where a text is about them", () =>
    Effect.gen(function*() {
      const about =
        "Readers asked why you must log in to reply, and the answer is that nobody wants to delete spam by hand."
      assert.include(yield* textOf(page(`${text.join("")}<p>${about}</p>`)), about)
    }))

  it.effect("are the content of a page that has nothing else", () =>
    Effect.gen(function*() {
      const form =
        `<h1>Sign in</h1><p>Use the address with which you ordered your seat on the ferry to the islands in the north.</p><form><label>Email</label><input type="email"><input type="password"><button>Sign in</button></form>`
      assert.include(
        yield* textOf(`<title>Sign in</title><main>${form}</main>`),
        "Use the address with which you ordered"
      )
    }))
})
