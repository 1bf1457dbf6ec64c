import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { collectionRows, type RowDeps } from '../../src/store/sql/collections.ts'
import { messageRows } from '../../src/store/sql/messages.ts'
import { openDatabase } from '../../src/store/sqlite/database.ts'
import { recordDatabase } from '../../src/store/sqlite/records.ts'
import { recordsFile } from '../../src/store/sqlite/records-file.ts'
import { emptyFolder } from './folder.ts'

/** Opens the records of a folder, as the process that has it. They are closed after the test. */
export function openRecordsIn(
  folder = emptyFolder(),
  { mustHold = () => undefined, ...deps }: RowDeps & { mustHold?: () => void } = {},
) {
  const path = join(folder, recordsFile)
  const database = openDatabase(path)
  let isOpen = true
  const close = () => {
    if (isOpen) database.close()
    isOpen = false
  }
  onTestFinished(close)
  const rows = recordDatabase(database, { path, mustHold })
  return {
    folder,
    path,
    database,
    rows,
    close,
    collection: collectionRows(rows, deps),
    messages: messageRows(rows, deps),
  }
}
