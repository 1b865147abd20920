import * as path from "node:path"
import { buildConsole } from "./support/build-console.ts"

/** Makes the console of a checkout, where `npm start` finds it. It is made again when what it is made of has changed. */
const isNew = await buildConsole(path.join(import.meta.dirname, "../dist/console"))
if (isNew) process.stdout.write("The console is built.\n")
