import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { Effect, Option } from "effect"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { PUPPETEER_REVISIONS } from "puppeteer-core/internal/revisions.js"
import { launchBrowser } from "../../../../scripts/support/launch-browser.ts"
import { executableOf, findBrowser } from "../../../../src/web/render/browser/find-browser.ts"
import { isPackaged, unpackBrowser } from "../../../../src/web/render/browser/packaged-browser.ts"

const folders: Array<string> = []
afterEach(() => {
  vi.unstubAllEnvs()
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true })
})

const emptyTemporaryFolder = (): string => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-unpacked-"))
  folders.push(folder)
  vi.stubEnv("TMPDIR", folder)
  return folder
}

const why = isPackaged() ? "" : " (skipped: the package has no browser for this system)"

describe.skipIf(why !== "")(`the browser of npm${why}`, () => {
  it("is of the version that puppeteer drives", async () => {
    const browser = await launchBrowser()
    const version = await browser.version()
    await browser.close()
    const major = (text: string) => /(\d+)\./.exec(text)?.[1]
    assert.strictEqual(major(version), major(PUPPETEER_REVISIONS["chrome-headless-shell"]))
  })

  it("is taken by its name before any of the system", async () => {
    const found = await Effect.runPromise(findBrowser({ browser: Option.some("package") }))
    assert.strictEqual(found._tag === "Found" && found.origin, "package")
    const { path: file } = await executableOf(found._tag === "Found" ? found : assert.fail(found.why))
    assert.isTrue(fs.statSync(file).isFile())
  })

  it("brings the libraries that a machine with nothing but Node lacks", async () => {
    const { env } = await unpackBrowser()
    const libraries = fs.readdirSync(env["LD_LIBRARY_PATH"] ?? "")
    for (const name of ["libnss3.so", "libnssutil3.so", "libnspr4.so", "libexpat.so.1"]) assert.include(libraries, name)
  })

  it(
    "is unpacked once by those who want it at the same time, and only their user can read it",
    { tags: "long" },
    async () => {
      const folder = emptyTemporaryFolder()
      const [first, second] = await Promise.all([unpackBrowser(), unpackBrowser()])
      assert.strictEqual(first.path, second.path)
      assert.lengthOf(fs.readdirSync(folder), 1)
      assert.strictEqual(fs.statSync(path.dirname(first.path)).mode & 0o077, 0)
      // A missing file is restored.
      fs.rmSync(path.join(first.env["LD_LIBRARY_PATH"] ?? "", "libnss3.so"))
      await unpackBrowser()
      assert.isTrue(fs.existsSync(path.join(first.env["LD_LIBRARY_PATH"] ?? "", "libnss3.so")))
    }
  )

  it.skipIf(process.getuid?.() !== 0)("is not taken from a folder of another user", async () => {
    const name = path.basename(path.dirname((await unpackBrowser()).path))
    const folder = path.join(emptyTemporaryFolder(), name)
    fs.mkdirSync(folder)
    fs.chownSync(folder, 65_534, 65_534)
    const failure = await unpackBrowser().then(() => "", String)
    assert.include(failure, `${folder} belongs to another user`)
  })
})
