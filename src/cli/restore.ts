import { createCleanup } from '@overheard/base/cleanup'
import { variables } from '../config/settings.ts'
import type { Prepared } from '../store/backup/backup-file.ts'
import { findBackup, lockForRestore, prepareStore } from '../store/backup/sources.ts'
import { storePlaceOf } from '../store/of-commands.ts'
import { mentionsCopy, newerMentions, newestMentions, prepareMentions } from './listen/backup-mentions.ts'
import { exitCodes } from './shutdown.ts'

/**
 * Puts back what `backup` has written, or a copy that an upgrade has made. Throws before anything is written if the file cannot be used, if
 * the store has data and `replace` is not set, or if a bot runs.
 */
export async function restore(from: string, { replace = false }: { replace?: boolean }): Promise<number> {
  const { DATA_DIR: folder, DATABASE_URL: url } = storePlaceOf(variables)
  process.umask(0o077)
  const undo = createCleanup()
  try {
    const found = await findBackup(from, { folder, url }, { mentionsCopy, undo: undo.add })
    if ((found.versions.mentions ?? 0) > newestMentions) throw newerMentions(from)
    const options = { replace, now: Date.now() }
    const prepared: Prepared[] = []
    const prepare = async (one: Promise<Prepared>) => {
      const added = await one
      prepared.push(added)
      undo.add(added.abandon)
    }
    const { folder: folderData, mentions } = found.versions
    // The mention service of a bot on this folder ends with the bot. So the lock of the folder is for its file, too.
    if (folderData !== undefined || mentions !== undefined)
      undo.add(await lockForRestore(folder, folderData !== undefined))
    for (const one of prepareStore({ folder, url }, found, options)) await prepare(one())
    if (mentions !== undefined) await prepare(prepareMentions(folder, found.files('mentions'), options))
    const copies: string[] = []
    for (const { commit } of prepared) copies.push(...[await commit()].filter((copy) => copy !== undefined))
    process.stdout.write(
      `Restored ${from}. The next start compares it with the channels before its first post.\n`,
    )
    if (copies.length > 0) process.stdout.write(`The data of before is in ${copies.join(' and ')}.\n`)
    return exitCodes.stopped
  } finally {
    await undo.all()
  }
}
