import type { WrittenAlert } from '@overheard/mention-client/id'
import type { Asking } from './access.ts'

export type TableRow = Record<string, string | number>

type TableNames = {
  /** Returns the names of channels by their ids. */
  channels(ids: string[]): Promise<ReadonlyMap<string, string>>
  alert(written: WrittenAlert): string
}

/** A table that a feature adds to `/mentions export`. */
export type ExportTable = {
  /** What people write behind `/mentions export` to get it. */
  word: string
  /** What is in it, for the help. */
  title: string
  /** What a row is about, such as “change”. */
  unit: string
  /** Says how many rows there are, such as “3 changes”. */
  counted(rows: number): string
  /** It can be asked for at most this many days. */
  mostDays: number
  /**
   * Returns what the person may see, oldest first: the newest `most` rows of all. `channels` are the ids of the person's channels. The keys of a row are
   * the heads of the columns.
   */
  rows(
    asking: Asking,
    wanted: {
      channels: ReadonlySet<string>
      days: number
      most: number
      names: TableNames
    },
  ): Promise<{ rows: TableRow[]; total: number }>
}
