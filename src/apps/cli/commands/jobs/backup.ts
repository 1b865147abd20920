import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { Settings } from "../../../../core/settings/Settings.ts"
import { failed, usage } from "../../output/exit-codes.ts"
import { warn } from "../../output/output.ts"
import { settingsAndLogs } from "../../run.ts"

const file = Argument.String("file").pipe(Argument.withDescription("File for the copy; it must not exist"))

/** Runs on the machine of the service, as its user and with its GLEANER_STORE. */
export const backup = Command.make("backup", { file }, ({ file }) =>
  Effect.gen(function*() {
    const { store } = yield* Settings
    if (store._tag === "Memory") {
      return yield* usage("jobs in memory have no backup; set GLEANER_STORE to the store of the service")
    }
    if (store._tag === "Postgres") {
      return yield* usage("GLEANER_STORE is Postgres; back it up with pg_dump --schema=gleaner")
    }
    const { backUp } = yield* Effect.promise(() => import("../../../../crawling/stores/sqlite/backup/back-up.ts"))
    const bytes = yield* Effect.mapError(backUp(store.path, file), ({ message }) => failed(message))
    yield* warn(`gleaner: ${file} is a copy of the jobs, ${bytes} bytes`)
  })).pipe(
    Command.withDescription("Copy the jobs of GLEANER_STORE=sqlite:... to a new file, even while the service runs"),
    Command.provide(() => settingsAndLogs)
  )
