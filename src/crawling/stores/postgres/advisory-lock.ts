import type { Db } from "./statement.ts"

/** The advisory locks in a database, by what they serialize over all nodes. Other programs have other numbers. */
const numbers = {
  migrations: 6_837_021_950_400n,
  /** Decisions about the number of jobs. */
  limits: 6_837_021_950_401n,
  /** Decisions about the number of schedules of an owner. */
  schedules: 6_837_021_950_402n,
  /** The same of wrappers. */
  wrappers: 6_837_021_950_403n,
  /** The same of profiles. */
  profiles: 6_837_021_950_404n
}

/** Waits for the lock, and has it until the end of the transaction. */
export const advisoryLock = (db: Pick<Db, "run">, name: keyof typeof numbers) =>
  db.run`SELECT pg_advisory_xact_lock(${numbers[name]})`
