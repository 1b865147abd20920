import { Context } from "effect"
import type { Jobs } from "./Jobs.ts"

/**
 * Keeps jobs and their documents. `MemoryJobs` is the default layer; those that outlive the process are in `stores/`.
 */
export class JobStore extends Context.Service<JobStore, Jobs>()("gleaner/jobs/JobStore") {}
