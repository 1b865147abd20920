import { Deferred, Duration, Effect, Exit, Scope } from "effect"
import type { BrowserLost, Room } from "./Chromium.ts"

/** A running browser, for those who have a room in it. */
export interface ServingBrowser {
  /** Fails when it ends. */
  readonly lost: Effect.Effect<never, BrowserLost>
  /** Whether it serves no more pages. */
  readonly isRetired: () => boolean
  /** One more page is served. */
  readonly countPage: Effect.Effect<void>
}

/** A room that a page has left. */
export interface NextRoom extends ServingBrowser {
  /** It is for one job, or one key, on one origin. */
  readonly visitor: string
  /** Takes everything of the page away. Fails if the room cannot be used again. */
  readonly renewed: Effect.Effect<Room, BrowserLost>
  /** How many pages it has served. */
  readonly pages: number
  /** The room and its browser stay until this is closed. */
  readonly lease: Scope.Closeable
}

/** A room whose visitor may come back. `room` is the room as soon as nothing of the page before is in it. */
export interface KeptRoom extends Omit<NextRoom, "renewed"> {
  readonly room: Effect.Effect<Room, BrowserLost>
}

/** Rooms that wait for the next page of their visitor, for a while: at most for the time an unused browser is kept. */
export const makeKeptRooms = Effect.fnUntraced(function*(browserIdle: Duration.Duration) {
  const life = Duration.min(keptLife, browserIdle)
  const scope = yield* Effect.scope
  /** The oldest first. */
  const rooms = new Set<KeptRoom>()
  // The browser tidies up while nobody waits. If this were interrupted, the browser could never close.
  const close = (lease: Scope.Closeable) =>
    Effect.asVoid(Effect.forkIn(Scope.close(lease, Exit.void), scope, { uninterruptible: true }))
  const drop = (room: KeptRoom) => Effect.suspend(() => rooms.delete(room) ? close(room.lease) : Effect.void)
  yield* Effect.addFinalizer(() => Effect.forEach(rooms, ({ lease }) => Scope.close(lease, Exit.void)))

  const keep = Effect.fnUntraced(function*({ renewed, ...next }: NextRoom) {
    if (next.pages >= maxPages || next.isRetired()) return yield* close(next.lease)
    const ready = yield* Deferred.make<Room, BrowserLost>()
    const room: KeptRoom = { ...next, room: Deferred.await(ready) }
    rooms.add(room)
    yield* Effect.forkIn(Deferred.complete(ready, renewed), scope)
    yield* Effect.forkIn(Effect.andThen(Effect.sleep(life), drop(room)), scope)
  })

  return {
    close,
    keep,
    /** The room is the visitor's from now on. */
    take: (visitor: string): KeptRoom | undefined => {
      const found = [...rooms].find((room) => room.visitor === visitor && !room.isRetired())
      if (found !== undefined) rooms.delete(found)
      return found
    },
    /** Closes the oldest until there are so few. */
    shrinkTo: (most: number) =>
      Effect.suspend(() =>
        Effect.forEach([...rooms].slice(0, Math.max(0, rooms.size - most)), drop, { discard: true })
      ),
    dropRetired: Effect.suspend(() =>
      Effect.forEach([...rooms].filter((room) => room.isRetired()), drop, { discard: true })
    )
  }
})

const keptLife = Duration.seconds(15)

/** What pages leave in the memory of a room goes with it. */
const maxPages = 25
