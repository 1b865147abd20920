import { Layer } from "effect"
import { localStores } from "../shared/one-process/local-stores.ts"
import { sqliteThread } from "./sqlite-thread.ts"

/** All stores in one file, which a single process opens. */
export const sqliteStores = (file: string) => localStores.pipe(Layer.provide(sqliteThread(file)))
