import type { Job } from "../wire.ts"

export const isEnded = (status: Job["status"]): boolean => status !== "queued" && status !== "running"
