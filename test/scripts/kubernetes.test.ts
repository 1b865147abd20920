import { assert, describe, it } from "@effect/vitest"
import { Deployment } from "kubernetes-models/apps/v1"
import { PersistentVolumeClaim, Service } from "kubernetes-models/v1"
import * as fs from "node:fs"
import * as path from "node:path"
import { parseAllDocuments } from "yaml"
import { settings } from "../../src/core/settings/Settings.ts"

const file = path.join(import.meta.dirname, "../../scripts/container/kubernetes.yaml")
const [claim, deployment, service, ...further] = parseAllDocuments(fs.readFileSync(file, "utf8"))
  .map((document) => document.toJS() as unknown)

const volumeClaim = new PersistentVolumeClaim(claim as ConstructorParameters<typeof PersistentVolumeClaim>[0])
const deployed = new Deployment(deployment as ConstructorParameters<typeof Deployment>[0])
const exposed = new Service(service as ConstructorParameters<typeof Service>[0])
const pod = deployed.spec?.template.spec ?? assert.fail("no pod")
const [container = assert.fail("no container")] = pod.containers

/** Names of fields that a schema of Kubernetes has. The validators themselves ignore unknown fields. */
const fieldNames = (): ReadonlySet<string> => {
  const folder = path.join(import.meta.dirname, "../../node_modules/kubernetes-models/_schemas")
  const schemas = fs.readdirSync(folder).filter((name) => /^IoK8sApi(?:Core|Apps)V1.*\.js$/.test(name))
  const meta = ["apiVersion", "kind", "metadata", "name", "labels", "matchLabels"]
  return new Set([
    ...meta,
    ...schemas.flatMap((name) =>
      [...fs.readFileSync(path.join(folder, name), "utf8").matchAll(/\bdata\.(\w+)/g)].map(([, field = ""]) => field)
    )
  ])
}

/** Every name of a field in a manifest, without the entries of maps that have names of their own. */
const namesIn = (value: unknown, parent = ""): ReadonlyArray<string> => {
  if (Array.isArray(value)) return value.flatMap((one) => namesIn(one, parent))
  if (typeof value !== "object" || value === null) return []
  const isMap = ["labels", "matchLabels", "requests", "limits"].includes(parent) ||
    (parent === "selector" && !("matchLabels" in value))
  return Object.entries(value).flatMap(([name, inner]) => [...(isMap ? [] : [name]), ...namesIn(inner, name)])
}

describe("the manifests for Kubernetes", () => {
  it("are what the schemas of Kubernetes say, without a field that they do not have", () => {
    assert.deepStrictEqual(further, [])
    for (const manifest of [volumeClaim, deployed, exposed]) manifest.validate()
    assert.throws(() => new Deployment({ ...deployed, spec: { ...deployed.spec, replicas: "1" } as never }).validate())
    const known = fieldNames()
    assert.isFalse(known.has("enableServiceLink"))
    assert.deepStrictEqual(namesIn([claim, deployment, service]).filter((name) => !known.has(name)), [])
  })

  it("set only variables that the service has, none of them by the name of the Service, and no key", () => {
    const known = Object.values(settings).map(({ variable }) => variable)
    for (const { name, value = "" } of container.env ?? []) {
      assert.include(known, name)
      if (name === "GLEANER_API_KEYS") assert.match(value, /^file:\/run\/secrets\//)
    }
    assert.strictEqual(pod.enableServiceLinks, false)
  })

  it("run as a user without rights on a read-only root", () => {
    assert.strictEqual(pod.securityContext?.runAsNonRoot, true)
    assert.strictEqual(pod.automountServiceAccountToken, false)
    assert.deepInclude(container.securityContext, {
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ["ALL"] }
    })
  })

  it("mount the volumes that they declare, where the image and the settings expect them", () => {
    const mounts = container.volumeMounts ?? []
    assert.sameMembers(mounts.map(({ name }) => name), (pod.volumes ?? []).map(({ name }) => name))
    const paths = mounts.map(({ mountPath }) => mountPath)
    assert.includeMembers(paths, ["/var/lib/gleaner", "/tmp"])
    for (const [, place = ""] of JSON.stringify(container.env).matchAll(/(?:file|sqlite):(\/[^"]+)\//g)) {
      assert.include(paths, place)
    }
    const data = pod.volumes?.find(({ name }) => name === "data")
    assert.strictEqual(data?.persistentVolumeClaim?.claimName, volumeClaim.metadata?.name)
  })

  it("stop the old process before the new one, ask its probes, and lead the Service to it", () => {
    // A SQLite file is for one process.
    assert.deepStrictEqual([deployed.spec?.replicas, deployed.spec?.strategy?.type], [1, "Recreate"])
    assert.strictEqual(container.livenessProbe?.httpGet?.path, "/healthz")
    assert.strictEqual(container.readinessProbe?.httpGet?.path, "/readyz")
    assert.deepStrictEqual(exposed.spec?.selector, deployed.spec?.template.metadata?.labels)
    assert.deepStrictEqual(deployed.spec?.selector.matchLabels, deployed.spec?.template.metadata?.labels)
    assert.strictEqual(exposed.spec?.ports?.[0]?.targetPort, container.ports?.[0]?.name)
  })
})
