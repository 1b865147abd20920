import { assert, describe, it } from "@effect/vitest"
import { execFileSync, spawn, spawnSync } from "node:child_process"
import * as fs from "node:fs"
import * as net from "node:net"
import * as os from "node:os"
import * as path from "node:path"

const root = path.join(import.meta.dirname, "../..")

/** A checkout whose bundle says when it was made and of what. */
const checkout = (): string => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-checkout-"))
  for (const name of ["src/deep", "scripts/support", "scripts/docs"]) {
    fs.mkdirSync(path.join(folder, name), { recursive: true })
  }
  for (const name of ["scripts/start.mjs", "scripts/support/end-with-npm.mjs"]) {
    fs.copyFileSync(path.join(root, name), path.join(folder, name))
  }
  fs.writeFileSync(path.join(folder, "package.json"), `{"type":"module","engines":{"node":">=24"}}`)
  fs.writeFileSync(path.join(folder, "package-lock.json"), "{}")
  fs.writeFileSync(path.join(folder, "src/deep/one.ts"), "first")
  fs.writeFileSync(
    path.join(folder, "scripts/support/bundle-checkout.ts"),
    `import * as fs from "node:fs"
    const folder: string = process.argv[2] ?? ""
    fs.appendFileSync("made", "x")
    fs.mkdirSync(folder, { recursive: true })
    fs.writeFileSync(folder + "/package.json", '{"type":"module"}')
    const text = fs.readdirSync("src/deep").map((name) => fs.readFileSync("src/deep/" + name, "utf8")).join()
    fs.writeFileSync(folder + "/main.js", "process.stdout.write(process.argv.slice(2) + ' " + text + "')")`
  )
  return folder
}

describe("the start of a checkout", () => {
  it("runs what is there now, and makes it once", () => {
    const folder = checkout()
    const started = () =>
      execFileSync(process.execPath, ["scripts/start.mjs", "serve"], { cwd: folder, encoding: "utf8" })
    const made = () => fs.readFileSync(path.join(folder, "made"), "utf8").length
    const write = (name: string, text: string) => fs.writeFileSync(path.join(folder, "src/deep", name), text)
    try {
      assert.deepStrictEqual([started(), started(), made()], ["serve first", "serve first", 1])
      write("one.ts", "again")
      assert.deepStrictEqual([started(), made()], ["serve again", 2])
      write("two.ts", "more")
      assert.deepStrictEqual([started(), made()], ["serve again,more", 3])
      fs.rmSync(path.join(folder, "src/deep/two.ts"))
      write("one.ts", "first")
      assert.deepStrictEqual([started(), made()], ["serve first", 3])
    } finally {
      fs.rmSync(folder, { recursive: true })
    }
  })

  it("says that it builds, since that takes seconds, and nothing when it does not", () => {
    const folder = checkout()
    const said = () => spawnSync(process.execPath, ["scripts/start.mjs"], { cwd: folder, encoding: "utf8" }).stderr
    try {
      assert.match(said(), /^gleaner: building [^\n]+\n$/)
      assert.strictEqual(said(), "")
    } finally {
      fs.rmSync(folder, { recursive: true })
    }
  })

  it("says which Node it needs, in one line, if this one is older", () => {
    const folder = checkout()
    fs.writeFileSync(path.join(folder, "package.json"), `{"type":"module","engines":{"node":">=99"}}`)
    try {
      const { status, stderr } = spawnSync(process.execPath, ["scripts/start.mjs"], { cwd: folder, encoding: "utf8" })
      assert.match(stderr, /^gleaner: this is Node [\d.]+; Gleaner needs Node 99 or newer\. After npm ci, .+\n$/)
      assert.deepStrictEqual([status, fs.existsSync(path.join(folder, "made"))], [2, false])
    } finally {
      fs.rmSync(folder, { recursive: true })
    }
  })

  it("of the demo site ends with npm too", async () => {
    const shell = spawn("sh", ["-c", `'${process.execPath}' scripts/demo/site.ts 0; :`], {
      cwd: root,
      env: { ...process.env, npm_lifecycle_event: "demo:site" },
      stdio: ["ignore", "pipe", "ignore"]
    })
    await new Promise((resolve) => shell.stdout.once("data", resolve))
    const ended = new Promise((resolve) => shell.stdout.once("close", resolve))
    shell.kill("SIGKILL")
    await ended
    assert.isTrue(shell.stdout.closed)
  })

  it("ends with npm, although the shell between them takes the signal", async () => {
    const folder = checkout()
    fs.writeFileSync(path.join(folder, "src/deep/one.ts"), "'); setInterval(() => {}, 1000); void ('")
    // As npm runs a script: by a shell, which does not pass signals on.
    const shell = spawn("sh", ["-c", `'${process.execPath}' scripts/start.mjs; :`], {
      cwd: folder,
      env: { ...process.env, npm_lifecycle_event: "start" },
      stdio: ["ignore", "pipe", "ignore"]
    })
    try {
      await new Promise((resolve) => shell.stdout.once("data", resolve))
      const ended = new Promise((resolve) => shell.stdout.once("close", resolve))
      shell.kill("SIGKILL")
      await ended
      assert.isTrue(shell.stdout.closed)
    } finally {
      fs.rmSync(folder, { recursive: true })
    }
  })

  it("ends with npm, and its port is free", { tags: "long" }, async () => {
    const npm = spawn("npm", ["start"], {
      cwd: root,
      env: { ...process.env, GLEANER_PORT: "0", GLEANER_BROWSER: "off", GLEANER_WORKERS: "1" },
      stdio: ["ignore", "pipe", "pipe"]
    })
    // The stream ends with the last process that writes to it.
    const ended = new Promise((resolve) => npm.stdout.once("close", resolve))
    const port = await new Promise<number>((resolve, reject) => {
      let out = ""
      const read = (chunk: Buffer) => {
        out += chunk.toString()
        const [, found] = /listens on http:\/\/[^/\s]+:(\d+)/.exec(out) ?? []
        if (found !== undefined) resolve(Number(found))
      }
      npm.stdout.on("data", read)
      npm.stderr.on("data", read)
      void ended.then(() => reject(new Error(out)))
    })
    npm.kill("SIGTERM")
    await ended
    const server = net.createServer()
    await new Promise<void>((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve))
    assert.isTrue(server.listening)
    await new Promise((resolve) => server.close(resolve))
  })
})
