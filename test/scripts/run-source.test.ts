import { assert, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"

const root = path.join(import.meta.dirname, "../..")

it("nix run starts from read-only sources: it installs once, and has all that it needs", { tags: "long" }, () => {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "gleaner-run-source-"))
  const source = path.join(home, "source")
  fs.cpSync(root, source, {
    recursive: true,
    filter: (name) => !/\/(?:node_modules|dist|\.git)$/.test(name)
  })
  execFileSync("chmod", ["-R", "a-w", source])
  const bin = path.join(home, "bin")
  fs.mkdirSync(bin)
  fs.symlinkSync(process.execPath, path.join(bin, "node"))
  const doctor = () =>
    execFileSync("bash", [path.join(source, "scripts/run-source.sh"), source, "doctor"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        HOME: process.env["HOME"],
        PATH: `${bin}:${process.env["PATH"]}`,
        XDG_CACHE_HOME: path.join(home, "cache"),
        npm_config_prefer_offline: "true"
      }
    })
  try {
    assert.match(doctor(), /^gleaner /)
    // A second installation would fail.
    fs.writeFileSync(path.join(bin, "npm"), "#!/bin/sh\nexit 1\n", { mode: 0o755 })
    assert.match(doctor(), /^gleaner /)
  } finally {
    execFileSync("chmod", ["-R", "u+w", home])
    fs.rmSync(home, { recursive: true })
  }
})

it("nix run is that script", () => {
  const flake = fs.readFileSync(path.join(root, "flake.nix"), "utf8")
  assert.include(flake, "exec bash ${self}/scripts/run-source.sh ${self} \"$@\"")
})
