import { stat } from 'node:fs/promises'
import { createCleanup } from '@overheard/base/cleanup'
import { variables } from '../config/settings.ts'
import { installationPlace } from '../installations/index.ts'
import { grouped } from '../messages/kit/numbers.ts'
import type { Damage } from '../model/damage.ts'
import { type MoveStep, openMove, wasMovedTo } from '../store/move-to-database.ts'
import { damageTexts, messagesOfFeatures, restrictingKinds } from '../stored-kinds.ts'
import { createProgressBar } from './progress-bar.ts'
import { exitCodes } from './shutdown.ts'

const tell = (what: string) => void process.stderr.write(`${what}\n`)

const stepNames: Record<string, string> = {
  checkpoints: 'Checkpoints',
  records: 'Records',
  decisions: 'Decisions',
  cards: 'Cards',
  'spike-cards': 'Cards of spikes',
  ...Object.fromEntries(messagesOfFeatures.map(({ name, title }) => [name, title])),
}

/**
 * Copies checkpoints, records, cards and decisions from a folder to the database of DATABASE_URL, and marks the folder, so that no bot starts
 * on it any more. Does nothing if that was done before. Throws if a bot uses the folder, if the folder or the database cannot be used, or, without
 * `merge`, if the database has been given data of the folder before.
 */
export async function migrate(options: {
  from?: string
  dryRun?: boolean
  merge?: boolean
}): Promise<number> {
  const { DATABASE_URL, DATA_DIR } = variables
  const { from = DATA_DIR?.trim() || './data', dryRun: pretend = false, merge = false } = options
  const url = DATABASE_URL?.trim()
  if (!url)
    throw new Error(
      'DATABASE_URL is missing: name the database to move to (postgres://…). A dry run needs it, too.',
    )
  if (!(await stat(from).catch(() => undefined))?.isDirectory())
    throw new Error(`There is no folder ${from}.`)
  // A step of a deployment may run this each time.
  if (await wasMovedTo(from, url, withoutCredentials(url))) {
    process.stdout.write(`The folder ${from} was moved to this database before: there is nothing to do.\n`)
    return exitCodes.stopped
  }
  const undo = createCleanup()
  try {
    const folder = await openMove(from, installationPlace, tell, undo.add)
    mustBeReadable(folder.unreadable())
    for (const step of await folder.into(url, { pretend, merge })) await take(step, pretend)
    folder.mustBeOwn()
    for (const damage of folder.unreadable()) tell(`Not moved: ${damageTexts.others(damage, []).what}`)
    if (pretend) process.stdout.write('This was a dry run: nothing was changed.\n')
    else {
      await folder.mark(withoutCredentials(url))
      process.stdout.write(`The folder ${from} is marked as moved: no bot starts on it any more.\n`)
    }
    return exitCodes.stopped
  } finally {
    await undo.all()
  }
}

/** Throws if a file cannot be moved without which the bot would post what it must not post. */
function mustBeReadable(unreadable: Damage[]): void {
  const stopping = unreadable.find(({ collection }) => restrictingKinds.has(collection))
  if (stopping === undefined) return
  const { what } = damageTexts.stopping(stopping)
  throw new Error(
    `Nothing was moved, because this cannot be moved: ${what} Restore the file from a copy, or delete it to go on without what it held.`,
  )
}

function withoutCredentials(url: string): string {
  const { host, pathname } = new URL(URL.canParse(url) ? url : 'none:')
  return `${host}${pathname}`
}

async function take({ of, length, run }: MoveStep, pretend: boolean): Promise<void> {
  const name = stepNames[of] ?? of
  const progress = createProgressBar(process.stderr, Date.now, 'checked')
  progress.begin(name, length)
  const moved = await run((seen) => progress.reached(seen))
  progress.end()
  report(name, moved, pretend)
}

function report(name: string, { taken, kept }: Awaited<ReturnType<MoveStep['run']>>, pretend: boolean): void {
  process.stdout.write(
    `${name}: ${grouped(taken)} ${pretend ? 'would be moved' : 'moved'}, ${grouped(kept)} already in the database.\n`,
  )
}
