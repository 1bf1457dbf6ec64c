import { z } from 'zod'
import type { OpenProblem } from '../troubles.ts'
import type { EveryKey } from './every-key.ts'
import type { RecordStore, RecordType } from './records.ts'

/** A trouble as processes share it; `at`: when its process last said that it stands (UTC, ms). */
export type SharedProblem = OpenProblem & { at: number }

/** The troubles of all processes, by key. Both reject where the store cannot be read or written. */
export type ProblemRecords = {
  all(): Promise<SharedProblem[]>
  /** Changes one in one step; `next` returns undefined to remove it. */
  change(
    key: string,
    next: (current: SharedProblem | undefined) => SharedProblem | undefined,
  ): Promise<SharedProblem | undefined>
}

const problemType: RecordType<SharedProblem> = {
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
  } satisfies EveryKey<SharedProblem>),
}

/** The shared troubles as the records have them. */
export function problemRecords(records: RecordStore): ProblemRecords {
  return {
    all: async () => (await records.all(problemType)).map(({ value }) => value),
    change: (key, next) => records.change(problemType, key, next),
  }
}
