import { Context } from "effect"
import type { Jobs } from "./Jobs.ts"

/** Keeps jobs and their documents. Its layers are in the room of the stores; the default one is `MemoryJobs`. */
export class JobStore extends Context.Service<JobStore, Jobs>()("gleaner/jobs/JobStore") {}
