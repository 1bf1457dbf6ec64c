import { z } from 'zod'
import type { StandingTrouble } from '../troubles.ts'
import type { EveryKey } from './every-key.ts'
import type { Kind, Records } from './records.ts'

/** A trouble as processes share it; `at`: when its process last said that it stands (UTC, ms). */
export type SharedTrouble = StandingTrouble & { at: number }

/** The troubles of all processes, by key. Both reject where the store cannot be read or written. */
export type TroubleRecords = {
  all(): Promise<SharedTrouble[]>
  /** Changes one in one step; `next` returns undefined to remove it. */
  change(
    key: string,
    next: (current: SharedTrouble | undefined) => SharedTrouble | undefined,
  ): Promise<SharedTrouble | undefined>
}

const kind: Kind<SharedTrouble> = {
  name: 'troubles',
  shape: z.object({
    key: z.string(),
    since: z.number(),
    at: z.number(),
    subscription: z.string().exactOptional(),
    stops: z.string().exactOptional(),
    channel: z.string().exactOptional(),
    code: z.string().exactOptional(),
    what: z.string(),
    whatToDo: z.string(),
    until: z.number().exactOptional(),
  } satisfies EveryKey<SharedTrouble>),
}

/** The shared troubles as the records have them. */
export function troubleRecords(records: Records): TroubleRecords {
  return {
    all: async () => (await records.all(kind)).map(({ value }) => value),
    change: (key, next) => records.change(kind, key, next),
  }
}
