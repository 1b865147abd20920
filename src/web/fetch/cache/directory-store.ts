import cacache from "cacache"
import { Effect, Schema, Semaphore } from "effect"
import type CachePolicy from "http-cache-semantics"
import { LRUCache } from "lru-cache"
import * as fs from "node:fs/promises"
import * as path from "node:path"
import type { CacheRules } from "./cache-policy.ts"
import type { CacheEntry, ResponseStore } from "./ResponseStore.ts"

/**
 * Version of the rules by which entries were stored. Change it with the rules: entries under other rules are never
 * served.
 */
const version = "shared-v2"

/** Where earlier versions put their entries: a private cache, and one of decoded bodies. */
const outdated = ["index-v5", "content-v2", "tmp", "shared-v1"]

/**
 * Stores entries in a folder, so they survive a restart. Entries in `front` are read from there. A fault of the
 * disk costs the entry, never the page. cacache checks the content against its digests.
 */
export const directoryStore = Effect.fnUntraced(
  function*(folder: string, maxBytes: number, rules: CacheRules, front: ResponseStore) {
    const directory = path.join(folder, version)
    const isUsable = yield* disk(async () => {
      await fs.mkdir(directory, { recursive: true, mode: 0o700 })
      // Pages may be private. The library cannot set permissions of its files, so the folder has them.
      await fs.chmod(directory, 0o700)
      await fs.access(directory, fs.constants.R_OK | fs.constants.W_OK)
      await Promise.all(outdated.map((name) => fs.rm(path.join(folder, name), { recursive: true, force: true })))
      return true
    })
    if (isUsable !== true) {
      yield* Effect.logWarning(`the cache directory ${folder} cannot be written; responses are kept in memory alone`)
      return front
    }
    const writing = yield* Semaphore.make(1)
    const dropped: Array<string> = []
    const index = new LRUCache<string, true>({
      maxSize: Math.max(1, maxBytes),
      maxEntrySize: Math.max(1, Math.floor(maxBytes / 4)),
      dispose: (_, key, reason) => {
        if (reason === "evict") dropped.push(key)
      }
    })
    const listed = yield* disk(() => cacache.ls(directory))
    for (const entry of Object.values(listed ?? {}).toSorted((a, b) => a.time - b.time)) {
      index.set(entry.key, true, { size: entry.size + overhead })
    }

    const forget = (key: string) => disk(() => remove(directory, key))
    const forgetDropped = Effect.suspend(() => Effect.forEach(dropped.splice(0), forget, { discard: true }))

    const read = Effect.fnUntraced(function*(key: string): Effect.fn.Return<CacheEntry | undefined> {
      if (index.get(key) === undefined) return undefined
      const found = yield* disk(() => cacache.get(directory, key, { memoize: false }))
      const head = found === undefined ? undefined : decodeHead(found.metadata)
      if (found === undefined || head?._tag !== "Some") {
        index.delete(key)
        return undefined
      }
      const { fetchedAt, headers, policy, status } = head.value
      const entry: CacheEntry = {
        // The library reads back what it wrote.
        policy: rules.revive(policy as unknown as CachePolicy.CachePolicyObject),
        response: { status, headers, fetchedAt, body: new Uint8Array(found.data) }
      }
      yield* front.set(key, entry)
      return entry
    })

    const write = (key: string, { policy, response }: CacheEntry) =>
      disk(async () => {
        const { body, fetchedAt, headers, status } = response
        const metadata = { policy: policy.toObject(), status, headers, fetchedAt }
        if (index.has(key)) await remove(directory, key)
        await cacache.put(directory, key, Buffer.from(body.buffer, body.byteOffset, body.byteLength), { metadata })
        index.set(key, true, { size: body.byteLength + overhead })
      })

    const both: ResponseStore = {
      get: Effect.fnUntraced(function*(key: string) {
        return (yield* front.get(key)) ?? (yield* read(key))
      }),
      set: (key, entry) =>
        front.set(key, entry).pipe(
          Effect.andThen(writing.withPermit(Effect.andThen(write(key, entry), forgetDropped)))
        ),
      delete: (key) =>
        front.delete(key).pipe(
          Effect.andThen(index.delete(key) ? writing.withPermit(forget(key)) : Effect.void)
        )
    }
    return both
  }
)

// The types leave out these options. Without them a file of the index only grows.
const removeEntry = cacache.rm.entry as (
  directory: string,
  key: string,
  options: { readonly removeFully: boolean }
) => Promise<unknown>

/** Entries with equal bodies share one content file. When it is gone, the other entry counts as a miss. */
const remove = async (directory: string, key: string): Promise<void> => {
  const info = await cacache.get.info(directory, key)
  await removeEntry(directory, key, { removeFully: true })
  if (info !== null) await cacache.rm.content(directory, info.integrity)
}

/** The metadata and the index line of an entry on disk. */
const overhead = 8192

const Head = Schema.Struct({
  status: Schema.Int,
  headers: Schema.Record(Schema.String, Schema.String),
  fetchedAt: Schema.Finite,
  policy: Schema.Record(Schema.String, Schema.Unknown)
})
const decodeHead = Schema.decodeUnknownOption(Head)

/** A disk slower than this is slower than the web. */
const timeout = "5 seconds"

const disk = <A>(run: () => Promise<A>): Effect.Effect<A | undefined> =>
  Effect.tryPromise(run).pipe(
    Effect.timeout(timeout),
    Effect.tapError((error) => Effect.logDebug("the cache directory failed", error)),
    Effect.orElseSucceed(() => undefined)
  )
