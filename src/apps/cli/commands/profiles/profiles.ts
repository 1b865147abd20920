import { Effect, FileSystem, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import type { Profile, ProfileMethods, ProfileRequest } from "../../../../contract/client/index.ts"
import { fileFault } from "../../../../core/kernel/file-fault.ts"
import { switchFlag, textFlag } from "../../flags.ts"
import { usage } from "../../output/exit-codes.ts"
import { printReport } from "../../output/output.ts"
import { settingsAndLogs } from "../../run.ts"
import { keyClients, printAll, withItsKey } from "../service/key-clients.ts"

const url = textFlag("url", "URL of the service. Default: GLEANER_HOST and GLEANER_PORT on this machine")
const json = switchFlag("json", "Print JSON")
const name = Argument.String("name").pipe(Argument.withDescription("Name of the profile"))

const lineOf = ({ cookies, headers, login, name, origins }: Profile): string =>
  [
    name,
    origins.join(" "),
    ...(login === null ? [] : [`login ${login.url}`]),
    ...(cookies.length === 0 ? [] : [`cookies ${cookies.join(", ")}`]),
    ...(headers.length === 0 ? [] : [`headers ${headers.join(", ")}`])
  ].join("  ")

const printed = (profile: Profile, asJson: boolean) =>
  printReport(asJson ? JSON.stringify(profile, null, 2) : lineOf(profile))

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Unknown)))

const put = Command.make("put", {
  url,
  json,
  name,
  file: Flag.String("file").pipe(
    Flag.withDescription(
      "File with the profile as JSON: origins, cookies, headers, storage, login. The service checks it"
    )
  )
}, (input) =>
  Effect.gen(function*() {
    const files = yield* FileSystem.FileSystem
    const text = yield* Effect.catchTag(
      files.readFileString(input.file),
      "PlatformError",
      (error) => usage(`${input.file} cannot be read: ${fileFault(error)}`)
    )
    // The message of a parser may contain a part of the file.
    const profile = yield* Effect.catchTag(decode(text), "SchemaError", () => usage(`${input.file} has no JSON object`))
    const { ask, first } = yield* keyClients("profiles", input.url)
    // The service checks it, and names what is wrong.
    const request = profile as unknown as ProfileRequest
    yield* printed(yield* ask(() => first.profiles.put(input.name, request)), input.json)
  })).pipe(Command.withDescription("Create a profile, or replace all its values, by a file"))

const list = Command.make(
  "list",
  { url, json },
  (input) => printAll("profile", input, ({ profiles }, range) => profiles.list(range), (page) => page.profiles, lineOf)
).pipe(Command.withDescription("List the profiles without their values; with --json, one per line"))

/** A command that acts on one profile and prints it. */
const ofOne = (command: string, about: string, act: (profiles: ProfileMethods, name: string) => Promise<Profile>) =>
  Command.make(command, { url, json, name }, (input) =>
    Effect.gen(function*() {
      const one = yield* withItsKey("profile", { ...input, id: input.name }, ({ profiles }, id) => act(profiles, id))
      yield* printed(one, input.json)
    })).pipe(Command.withDescription(about))

/** Commands over the API of a running service. */
export const profiles = Command.make("profiles").pipe(
  Command.withDescription("Create, list and delete the profiles of a running service: cookies, header fields, logins"),
  Command.withSubcommands([
    put,
    list,
    ofOne("show", "Show one profile, without its values", (profiles, name) => profiles.get(name)),
    ofOne("delete", "Delete a profile", (profiles, name) => profiles.delete(name))
  ]),
  Command.provide(settingsAndLogs)
)
