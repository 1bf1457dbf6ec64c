import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  copyDatabaseFile,
  mustBeUnused,
  pruneCopiesBeside,
  versionOfFile,
} from '@overheard/listen/store/copy-file'
import { openStore } from '@overheard/listen/store/store'
import { createListeningClient } from '@overheard/mention-client/listening-client'
import { MentionServiceError } from '@overheard/mention-client/mention-service-error'
import { proxySettings } from '../../config/environment.ts'
import { variables } from '../../config/settings.ts'
import { mentionsFile } from '../../model/listening.ts'
import { newestMentions, removeDatabase } from './backup-mentions.ts'

type Forgotten = { items: number; mentions: number }

/**
 * Removes an author from the own mention service, or only counts: from its file in the data folder, and from a service that runs alone.
 * Returns undefined if there is none. Rejects if it cannot be used.
 */
export async function forgetMentions(
  author: string,
  { dryRun, listens }: { dryRun: boolean; listens: boolean },
): Promise<Forgotten | undefined> {
  // Without `listen`, the mention service belongs to somebody else, who must not even get the name.
  const asked = listens ? await inService(author, dryRun) : undefined
  const all = [inFile(author, dryRun), asked].filter((one) => one !== undefined)
  if (all.length === 0) return undefined
  return {
    items: all.reduce((sum, { items }) => sum + items, 0),
    mentions: all.reduce((sum, { mentions }) => sum + mentions, 0),
  }
}

function inFile(author: string, dryRun: boolean): Forgotten | undefined {
  const file = join(variables.DATA_DIR?.trim() || './data', mentionsFile)
  if (!existsSync(file)) return undefined
  return dryRun ? withoutUpgrade(file, (path) => forgetIn(path, author, true)) : forgetIn(file, author, false)
}

function forgetIn(file: string, author: string, dryRun: boolean): Forgotten {
  const store = openStore(file)
  try {
    const forgotten = store.forgetAuthor(author, dryRun)
    if (!dryRun) store.shred()
    return forgotten
  } finally {
    store.close()
  }
}

/** Lets `use` open the file, or a copy if the file is older: to open it would upgrade it, and the bot of the older version could not read it. */
function withoutUpgrade<Result>(file: string, use: (path: string) => Result): Result {
  mustBeUnused(file)
  if (versionOfFile(file) >= newestMentions) return use(file)
  const copy = `${file}.dry-run`
  try {
    copyDatabaseFile(file, copy)
    return use(copy)
  } finally {
    pruneCopiesBeside(copy, Number.POSITIVE_INFINITY)
    removeDatabase(copy)
  }
}

async function inService(author: string, dryRun: boolean): Promise<Forgotten | undefined> {
  const baseUrl = variables.MENTIONS_API_URL?.trim() ?? ''
  const token = variables.MENTIONS_API_TOKEN?.trim() ?? ''
  if (token === '' || !URL.canParse(baseUrl)) return undefined
  const address = baseUrl.replace(/\/+$/, '').replace(/\/v1\.0$/, '')
  const client = createListeningClient({
    baseUrl: address,
    token,
    proxy: proxySettings(variables),
    now: Date.now,
  })
  try {
    return await client.forget(author, dryRun)
  } catch (error) {
    if (error instanceof MentionServiceError && error.kind === 'no_such_method') return undefined
    throw error
  } finally {
    await client.close()
  }
}
