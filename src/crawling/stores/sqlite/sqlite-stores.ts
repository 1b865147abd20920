import { Layer } from "effect"
import { fileStores } from "../shared/file/file-stores.ts"
import { sqliteThread } from "./sqlite-thread.ts"

/** All stores in one file, which a single process opens. */
export const sqliteStores = (file: string) => fileStores.pipe(Layer.provide(sqliteThread(file)))
