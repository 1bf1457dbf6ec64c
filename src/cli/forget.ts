import { readFileSync } from 'node:fs'
import { configurationPath, variables } from '../config/settings.ts'
import { errorMessage } from '../model/log.ts'
import { createAuthorEraser } from '../store/erase-author.ts'
import { whyMoved } from '../store/file/moved-folder.ts'
import { storePlaceOf } from '../store/of-commands.ts'
import { type SearchedStore, searchStore } from '../store/search-store.ts'
import { messagesOfFeatures, restrictingKinds } from '../stored-kinds.ts'
import { exitCodes } from './shutdown.ts'
import { storedSettings } from './stored-settings.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const tell = (line: string) => void process.stderr.write(`${line}\n`)

/** The collections whose records have no place in Slack. */
const queues = new Set(messagesOfFeatures.flatMap(({ name, isQueue }) => (isQueue ? [name] : [])))

/**
 * Removes an author from everything that is stored, and lists the messages in Slack that show the author's mentions. Throws if the name is
 * unusable, if a bot uses the folder, or if the store cannot be used.
 */
export async function forget(options: { author: string; dryRun?: boolean }): Promise<number> {
  const { dryRun = false } = options
  const author = options.author.trim()
  if (!author) throw new Error('--author is missing: write the full name of the author, in quotes.')
  if ((author.match(/[\p{L}\p{N}]/gu) ?? []).length < 2)
    throw new Error(`--author: '${author}' is too short. A name needs at least two letters or digits.`)
  const eraser = createAuthorEraser(author, queues)
  await searchStore(
    storePlaceOf(variables),
    { dryRun, restricting: restrictingKinds, tell },
    async (store) => {
      await store.rewrite((stored) => {
        eraser.learn(stored)
        return stored.value
      }, true)
      const { changed, damaged } = await store.rewrite(eraser.erase, dryRun)
      report(author, changed, dryRun)
      reportDamaged(damaged)
      await forgetCopies(store.copies, dryRun)
    },
  )
  const isComplete = await forgetInMentionService(author, dryRun)
  reportSlack(eraser.messages())
  reportConfiguration(eraser.isNamedIn)
  const code = reportMoved()
  return isComplete ? code : exitCodes.fault
}

/** Returns false if the own mention service could not be searched. */
async function forgetInMentionService(author: string, dryRun: boolean): Promise<boolean> {
  const { made } = await storedSettings(variables)
  const listens = made.listen !== undefined || /^listen\s*:/m.test(textOf(configurationPath(variables)))
  try {
    const forgotten = await (await import('./listen/forget-mentions.ts')).forgetMentions(author, {
      dryRun,
      listens,
    })
    if (forgotten !== undefined && forgotten.items > 0)
      say(
        `${dryRun ? 'Would remove' : 'Removed'} '${author}' from Overheard's own mention service: posts: ${forgotten.items}, mentions: ${forgotten.mentions}.`,
      )
    return true
  } catch (error) {
    tell(`The mention service was not searched: ${errorMessage(error)} Run this again.`)
    return false
  }
}

/** A copy of before an update is needed only for a short time, so it is removed as a whole. */
async function forgetCopies({ list, remove }: SearchedStore['copies'], dryRun: boolean): Promise<void> {
  const copies = await list()
  if (copies.length === 0) return
  if (!dryRun) await remove()
  say(`${dryRun ? 'Would remove' : 'Removed'} the copies of before an update: ${copies.join(', ')}.`)
}

function report(author: string, changed: string[], dryRun: boolean): void {
  const counts = [...new Set(changed)].map(
    (kind) => `${kind}: ${changed.filter((one) => one === kind).length}`,
  )
  const done = dryRun ? 'Would remove' : 'Removed'
  say(
    changed.length === 0
      ? `Nothing is stored about '${author}'.`
      : `${done} '${author}' from ${counts.join(', ')}.`,
  )
  if (dryRun) say('This was a dry run: nothing was changed.')
}

function reportDamaged(files: string[]): void {
  if (files.length === 0) return
  say('These files have text that is damaged, so a mention in it may have lost the name of its author:')
  for (const file of files) say(`  ${file}`)
  say('Look at them, and delete what is about this author.')
}

/** Removing an author from one of two stores would look complete, so the command ends with a fault. */
function reportMoved(): number {
  const folder = variables.DATA_DIR?.trim() || './data'
  const moved = whyMoved(folder)
  if (moved === undefined) return exitCodes.stopped
  const isInDatabase = Boolean(variables.DATABASE_URL?.trim())
  tell(
    isInDatabase
      ? `The folder ${folder} still has what was moved to the database. Delete the folder, or run this for it, too, without DATABASE_URL.`
      : `${moved.what} The database was not searched: run this for it, too, with DATABASE_URL.`,
  )
  return exitCodes.fault
}

function reportSlack(messages: { channel: string; ts: string }[]): void {
  if (messages.length > 0)
    say('These messages in Slack show mentions of this author. Overheard does not delete them:')
  for (const { channel, ts } of messages)
    say(
      `  channel ${channel}, ts ${ts}: https://YOUR-WORKSPACE.slack.com/archives/${channel}/p${ts.replace('.', '')}`,
    )
  say('Overheard has no record of older messages and of digests: search Slack for the name.')
  say(
    'Backups of the store and the log of the process are not changed. New mentions of this author are stored again.',
  )
}

/** The command does not edit the configuration file, because it contains the operator's comments. */
function reportConfiguration(isNamedIn: (text: string) => boolean): void {
  const file = configurationPath(variables)
  const lines = textOf(file)
    .split('\n')
    .flatMap((line, index) => (isNamedIn(line) ? [index + 1] : []))
  if (lines.length > 0) say(`${file} has the name, too: remove it there (line ${lines.join(', ')}).`)
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
