import { z } from 'zod'
import type { Records } from '../records.ts'
import type { Database } from './database.ts'

/** So often changes are looked for, in ms. Asking works behind every connection pooler; PostgreSQL's notifications do not. */
const lookEvery = 1000

const versions = z.array(z.object({ kind: z.string(), version: z.string() }))

/** Looks out for what other processes change. Our own changes are told, too. */
export type Follower = { follow: Records['follow']; stop(): void }

/** Compares the counts of changes of the kinds that somebody follows. A database that is away is asked again. */
export function createFollower(
  database: Database,
  setTimer: (run: () => void, ms: number) => () => void,
): Follower {
  const followers: { kind: string; changed: () => void }[] = []
  const seen = new Map<string, string>()
  let cancel: (() => void) | undefined
  let stopped = false

  async function look(): Promise<void> {
    const kinds = [...new Set(followers.map(({ kind }) => kind))]
    const { rows } = await database.query('select kind, version from overheard.kinds where kind = any($1)', [
      kinds,
    ])
    for (const { kind, version } of versions.parse(rows)) {
      if (seen.get(kind) === version) continue
      seen.set(kind, version)
      for (const follower of followers) if (follower.kind === kind) follower.changed()
    }
  }
  async function lookAgain(): Promise<void> {
    await look().catch(() => undefined)
    cancel = stopped ? undefined : setTimer(lookAgain, lookEvery)
  }
  return {
    follow({ name }, changed) {
      followers.push({ kind: name, changed })
      cancel ??= setTimer(lookAgain, lookEvery)
    },
    stop() {
      stopped = true
      cancel?.()
    },
  }
}
