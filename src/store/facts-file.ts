import { Low } from 'lowdb'
import { z } from 'zod'
import { safeFile } from './safe-file.ts'

/** The state file cannot be used, and neither can its backup. */
export class StateDamagedError extends Error {
  override readonly name = 'StateDamagedError'
}

const shape = z.object({
  /** Channels that have been told that the plan's limit is reached. */
  limitTold: z.array(z.string()).default([]),
  /** Digests that were posted, by name: the newest period keys. */
  digestsPosted: z.record(z.string(), z.array(z.string())).default({}),
})

/** What is remembered beside the bookmarks. */
export type Facts = z.output<typeof shape>

/** The facts of one process. */
export type FactsFile = {
  read(): Facts
  /** Changes the facts and writes them durably; changes that come together share one write. Rejects, unchanged, where that fails. */
  change(next: (facts: Facts) => Facts): Promise<void>
}

/** Opens the lowdb file. Throws StateDamagedError where neither it nor its backup can be used: never silently from nothing. */
export async function openFacts(
  path: string,
  log: { warn(fields: object, sentence: string): void },
): Promise<FactsFile> {
  const file = safeFile(path, shape)
  const found = await file.open()
  if (found.kind === 'damaged') {
    throw new StateDamagedError(
      `${found.reason}. Restore it from a copy, or move it and its .bak away to begin without it.`,
    )
  }
  if (found.kind === 'read' && found.restored)
    log.warn({ path }, 'the state file was damaged: its backup is used')
  const low = new Low<Facts>(file, found.kind === 'read' ? found.data : shape.parse({}))
  let writing: Promise<void> | undefined
  let next: Promise<void> | undefined
  const write = async () => {
    await writing?.catch(() => undefined)
    next = undefined
    writing = low.write()
    await writing
  }
  return {
    read: () => low.data,
    async change(step) {
      const before = low.data
      const after = step(before)
      low.data = after
      next ??= write()
      try {
        await next
      } catch (error) {
        if (low.data === after) low.data = before
        throw error
      }
    },
  }
}
