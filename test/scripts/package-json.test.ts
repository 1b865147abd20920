import { assert, it } from "@effect/vitest"
import pkg from "../../package.json" with { type: "json" }
import { published } from "../../scripts/package-json.ts"

it("the package publishes nothing of the checkout in its package.json", () => {
  const { allowScripts: _, devDependencies, puppeteer: __, scripts: ___, ...rest } = pkg
  assert.deepStrictEqual(published(pkg), {
    ...rest,
    optionalDependencies: { "@sparticuz/chromium": devDependencies["@sparticuz/chromium"] }
  })
  assert.include(pkg.scripts.prepack, "scripts/package-json.ts")
  assert.include(pkg.scripts.postpack, "scripts/package-json.ts restore")
})
