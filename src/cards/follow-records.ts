import type { MessageRecords } from '../model/collection.ts'

type Followed<T> = {
  /** Rejects if the store fails. */
  refresh(): Promise<void>
  /** Passes on a change by this process. Does nothing before the first refresh, because that refresh reads the record. */
  update(record: T): void
}

/**
 * Passes records to `note`: the first refresh all records of messages posted since `oldest()` (UTC, ms), and later ones only the changes by
 * other processes.
 */
export function followRecords<T>(
  records: Pick<MessageRecords<T>, 'since' | 'changes'>,
  oldest: () => number,
  note: (record: T) => void,
): Followed<T> {
  let mark: string | undefined
  let loading: Promise<void> | undefined
  let arrived: T[] | undefined

  async function load(): Promise<void> {
    const first = await records.changes(undefined)
    arrived = []
    for await (const record of records.since(oldest())) note(record)
    // Changes that arrived during the read are newer than its result.
    for (const record of arrived) note(record)
    arrived = undefined
    mark = first.mark
  }

  async function refresh(): Promise<void> {
    loading ??= load()
    await loading.catch((error: unknown) => {
      loading = undefined
      throw error
    })
    const next = await records.changes(mark)
    if (next.isReset) {
      loading = undefined
      return refresh()
    }
    for (const record of next.changed) note(record)
    mark = next.mark
  }

  return {
    refresh,
    update(record) {
      if (loading === undefined) return
      arrived?.push(record)
      note(record)
    },
  }
}
