import * as assert from "node:assert/strict"
import * as fs from "node:fs"
import * as path from "node:path"

/**
 * Whether the service of the NixOS module, as JSON on stdin, is the same as gleaner.service with the settings of the
 * check.
 */
interface Service {
  readonly environment: Readonly<Record<string, string>>
  readonly serviceConfig: Readonly<Record<string, string | number | boolean>>
}

const { environment, serviceConfig } = JSON.parse(fs.readFileSync(0, "utf8")) as Service

const lines = fs.readFileSync(path.join(import.meta.dirname, "gleaner.service"), "utf8").split("[Service]")[1]
  ?.split("[Install]")[0]?.split("\n").filter((line) => /^\w+=/.test(line)) ?? []
const unit = lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)] as const)

/** Intended differences: paths of the program and of the keys, and NixOS' syntax of variables. */
const ownWay = new Set(["ExecStart", "LoadCredential", "Environment", "EnvironmentFile"])

const written = (value: string | number | boolean): string => value === true ? "yes" : String(value)
const shared = (pairs: ReadonlyArray<readonly [string, string]>) =>
  Object.fromEntries(pairs.filter(([name]) => !ownWay.has(name)))
assert.deepEqual(
  shared(Object.entries(serviceConfig).map(([name, value]) => [name, written(value)])),
  shared(unit)
)

const variables = unit.filter(([name]) => name === "Environment").map(([, pair]) =>
  [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)] as const
)
assert.deepEqual(environment, {
  ...Object.fromEntries(variables),
  GLEANER_PORT: "8090",
  GLEANER_DOMAIN_DELAY: "2 seconds"
})
assert.match(String(serviceConfig["ExecStart"]), /^\/nix\/store\/gleaner-[\d.]+\/bin\/gleaner serve$/)
assert.equal(serviceConfig["LoadCredential"], "keys:/run/secrets/keys")
