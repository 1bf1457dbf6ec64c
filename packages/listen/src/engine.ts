import type { SetTimer } from '@overheard/base/clock'
import { coalesced } from '@overheard/base/serial'
import { createAlertBook } from './alerts.ts'
import { createHosts } from './fetch/hosts.ts'
import { createPoliteFetch, withoutMemory } from './fetch/polite-fetch.ts'
import type { Send } from './fetch/send.ts'
import { readDate } from './fields/read-date.ts'
import { createIngest } from './ingest.ts'
import { maintain, maintenanceEveryMs } from './maintenance.ts'
import { describeQuery } from './query/describe-query.ts'
import { type ActiveSource, channelsOf, createRunner } from './runner/runner.ts'
import { keepMs, type ListenSettings, SourceSettingsError } from './settings.ts'
import type { Log, OpenSocket, Source } from './source.ts'
import { proposedSources } from './source-names.ts'
import type { Store } from './store/store.ts'

export type EngineDeps = {
  settings: ListenSettings
  sources: readonly Source[]
  store: Store
  /** With an address of the operator, so that a site can complain. */
  userAgent: string
  send: Send
  openSocket: (signal: AbortSignal) => OpenSocket
  log: Log
  /** UTC ms. */
  now: () => number
  setTimer: SetTimer
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  random: () => number
}

export type Engine = Awaited<ReturnType<typeof startEngine>>

/**
 * Each start leaves room for so many mentions a second since 1970, so ids go on growing after a database was lost or an old copy of it came
 * back: the bot never reads ids below those that it has read.
 */
const idsPerSecond = 1000

/** Asks the sources and stores what they give. Rejects with SourceSettingsError. */
export async function startEngine(deps: EngineDeps) {
  const { sources, store, now, setTimer, log } = deps
  let { settings } = deps
  let active = activeSources(settings, sources)
  store.mentions.startIdsAt(Math.floor(now() / 1000) * idsPerSecond)
  const sourceNamed = (name: string) => sources.find((source) => source.name === name)
  const ingest = createIngest({ store, sourceNamed, now })
  /** The latest time that a site has told. If our clock is ahead of it, nothing is old by our clock alone. */
  let heardUpTo: number | undefined
  const send: Send = async (request) => {
    const answer = await deps.send(request)
    const date = readDate(answer.headers.date)
    if (date !== undefined && date > (heardUpTo ?? 0)) heardUpTo = date
    return answer
  }
  const hosts = createHosts({ ...deps, waits: store.hosts })
  const politeFetch = createPoliteFetch({ ...deps, send, hosts })
  const runner = createRunner({ ...deps, ingest, politeFetch })
  const book = createAlertBook({ store, ingest, changed: () => sync(), now })
  const sync = coalesced(() => runner.sync(active, book.searches()))
  const stopMaintenance = repeat(setTimer, maintenanceEveryMs, () => {
    try {
      maintain({ store, keepMs: keepMs(settings), now: Math.min(now(), heardUpTo ?? now()) })
    } catch (error) {
      log.error({ err: error }, 'old mentions cannot be removed')
    }
  })
  async function close(): Promise<void> {
    stopMaintenance()
    await runner.close()
  }
  /** Takes other alerts and other settings of sources. Rejects with SourceSettingsError, and then nothing has changed. */
  async function reconfigure(given: ListenSettings): Promise<void> {
    checkSources(given, sources)
    settings = given
    active = activeSources(settings, sources)
    await book.configure(settings.alerts)
  }
  /** Sources that need nothing but their name, if the settings say nothing of them. */
  const proposed = (): ActiveSource[] =>
    sources
      .filter(
        ({ name }) => proposedSources.some((one) => one === name) && settings.sources[name] === undefined,
      )
      .map((source) => ({ source, settings: {} }))
  try {
    await book.configure(settings.alerts)
    warnOfRefusedQueries(store, log)
    /** Of which nothing is stored. */
    const look = (signal: AbortSignal) => politeFetch(withoutMemory(signal))
    return { ingest, book, runner, look, proposed, reconfigure, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** An alert that was made in Slack may have a query that a newer rule refuses. */
function warnOfRefusedQueries({ alerts }: Store, log: Log): void {
  for (const { alert_name: alert, query = '' } of alerts.all()) {
    const { problem, inWords } = query === '' ? {} : describeQuery(query)
    if (problem !== undefined)
      log.warn(
        { alert, query, reason: problem, inWords },
        'the query of an alert would be refused today; write it anew',
      )
  }
}

/** Throws SourceSettingsError if a source refuses its settings. Nothing is asked. */
export function checkSources(settings: ListenSettings, known: readonly Source[]): void {
  for (const { source, settings: own } of activeSources(settings, known)) channelsOf(source, own, [])
}

function activeSources({ sources: wanted, feeds }: ListenSettings, known: readonly Source[]): ActiveSource[] {
  const given: Record<string, unknown> = { ...wanted, ...(feeds.length > 0 && { feeds: { feeds } }) }
  return Object.entries(given).flatMap(([name, setting]) => {
    if (setting === false) return []
    const source = known.find((one) => one.name === name)
    if (source === undefined)
      throw new SourceSettingsError(
        `There is no source ${name}. Known are: ${known.map((one) => one.name).join(', ')}.`,
      )
    return [{ source, settings: setting === true ? {} : setting }]
  })
}

function repeat(setTimer: SetTimer, everyMs: number, run: () => void): () => void {
  let cancel = setTimer(again, everyMs)
  function again(): void {
    run()
    cancel = setTimer(again, everyMs)
  }
  return () => cancel()
}
