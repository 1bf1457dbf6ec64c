import { randomBytes } from 'node:crypto'
import { defined } from '@overheard/base/defined'
import type { ProxySettings } from '@overheard/base/http'
import { createRuntime } from '@overheard/base/runtime'
import type { Ms, Time } from '@overheard/base/time'
import { startListening } from '@overheard/listen/listening'
import { planNotes } from '@overheard/listen/runner/plan-notes'
import type { ListenSettings } from '@overheard/listen/settings'
import type { PlannedAlert } from '@overheard/listen/source'
import type { StoredAlert } from '@overheard/listen/store/alerts'
import type { MissingVariable, Variables } from '@overheard/listen/variables'
import packageFile from '../../../package.json' with { type: 'json' }
import { withoutIncomplete } from './without-incomplete.ts'

/** What a source answered to one request. Times are UTC ms. */
export type AskedSource = {
  /** The address of a feed, or the name of another source. */
  name: string
  kind: 'poll' | 'stream' | 'push'
  /** What it cannot search for, one sentence an alert. */
  notes?: string[]
  /** Undefined if it was not asked in time. */
  answer?: { kind: 'failed'; error: string } | { kind: 'answered'; newestAt?: Time; faults?: string[] }
}

/** A person waits at the terminal. In ms. */
const maxWaitMs = 45_000
const lookEveryMs = 100

/** Asks each source once, and stores nothing. Rejects with SourceSettingsError. */
export async function askSources(
  given: ListenSettings,
  { variables, proxy }: { variables: Variables; proxy: ProxySettings },
): Promise<AskedSource[]> {
  const { complete: settings, missing } = withoutIncomplete(given, variables)
  const { now, steady, setTimer, sleep, nap } = createRuntime()
  const ignore = () => undefined
  const service = await startListening({
    settings,
    file: ':memory:',
    port: 0,
    token: randomBytes(24).toString('base64url'),
    version: packageFile.version,
    variables,
    proxy,
    log: { info: ignore, warn: ignore, error: ignore },
    ...{ now, steady, setTimer, sleep, random: Math.random },
  })
  try {
    const end = steady() + maxWaitMs
    const isOpen = () =>
      service.runner
        .status()
        .some(({ kind, okAt, failures }) => kind !== 'push' && okAt === undefined && failures === 0)
    while (isOpen() && steady() < end) await nap(lookEveryMs)
    const asked = service.runner
      .status()
      .filter(({ channel }) => channel !== 'recheck')
      .map(({ source, channel, kind, ...state }) => ({
        name: source === 'feeds' ? channel : channel === source ? source : `${source} (${channel})`,
        kind,
        ...notesOf(source, state.plan, service.store.alerts.all()),
        ...answerOf(state),
      }))
    return [...asked, ...missing.map(unasked)]
  } finally {
    await service.close()
  }
}

function notesOf(
  source: string,
  plan: PlannedAlert[] | undefined,
  alerts: readonly StoredAlert[],
): Pick<AskedSource, 'notes'> {
  if (plan === undefined) return {}
  const notes = alerts.flatMap(({ alert_id, alert_name }) =>
    planNotes(alert_id, [{ source, plan }]).map((note) => `${alert_name}: ${note}`),
  )
  return notes.length === 0 ? {} : { notes }
}

const unasked = ({ source, place, variable }: MissingVariable): AskedSource => ({
  name: source,
  kind: 'poll',
  answer: { kind: 'failed', error: `the environment variable ${variable} is missing (${place})` },
})

type State = { okAt?: Time; error?: string; itemAt?: Time; delayMs?: Ms; faults?: string[] }

function answerOf({ okAt, error, itemAt, delayMs = 0, faults }: State): Pick<AskedSource, 'answer'> {
  if (error !== undefined) return { answer: { kind: 'failed', error } }
  // A channel that waits for its turn has answered nothing yet.
  if (okAt === undefined) return {}
  const newestAt = itemAt === undefined ? undefined : itemAt - delayMs
  return { answer: { kind: 'answered', ...defined({ newestAt, faults }) } }
}
