import { Effect, Layer } from "effect"
import { mebibyte } from "../../../core/settings/kinds.ts"
import { type Serve, serveRequests } from "../serve-requests.ts"
import { readScans } from "./read-scans.ts"

/** Max bytes that pages may leave allocated: Tesseract needs 150 MiB, and a large page as much again. */
const maxTaken = 512 * mebibyte

const serve: Serve = ({ input, work }) =>
  work === "scans"
    ? readScans(input)
    : Effect.die(new Error("a process for optical character recognition reads scans only"))

Effect.runFork(Layer.launch(serveRequests(Effect.succeed(serve), maxTaken)))
