import { retry } from './async/backoff.ts'
import { createCleanup } from './async/cleanup.ts'
import { createRuntime, type Runtime } from './async/runtime.ts'
import { readWorkCalendar } from './config/calendar.ts'
import type { Settings } from './config/settings.ts'
import { startupWarnings } from './health/startup-warnings.ts'
import { createSettingsOfProcesses } from './installations/settings-of-processes.ts'
import { setLocale } from './messages/kit/locale.ts'
import { openCollection } from './model/collection.ts'
import { errorMessage, type Log } from './model/log.ts'
import { knownChannels } from './slack/channels.ts'
import { type Base, type BegunParts, beginParts } from './start/begin-parts.ts'
import type { Begun, Observers } from './start/begun.ts'
import { buildCards } from './start/build-cards.ts'
import { buildChanges } from './start/build-changes.ts'
import { buildDigests } from './start/build-digests.ts'
import { buildEngine } from './start/build-engine.ts'
import { buildStatus } from './start/build-status.ts'
import { buildSync } from './start/build-sync.ts'
import { connectPeople, listenersOf } from './start/connect-people.ts'
import { connectServices } from './start/connect-services.ts'
import { createFeatures } from './start/create-features.ts'
import { openRecords } from './start/open-records.ts'
import { openStore } from './start/open-store.ts'
import { createReload, type Reload, type Replaced } from './start/reload.ts'
import { scheduleJobs } from './start/schedule-jobs.ts'
import { serve } from './start/serve.ts'
import { startAssistants } from './start/start-assistants.ts'
import { inspectCollections } from './store/inspect.ts'
import { storedKinds } from './stored-kinds.ts'
import { listedChannelKind, nameListedChannels } from './subscriptions/listed-channels.ts'

type RunningApp = {
  url: string
  /** Keeps the store and the connections, and replaces all other parts. */
  reload: Reload
  /** Finishes the current post, or leaves it pending in the store. Then releases everything. */
  stop(): Promise<void>
}

/**
 * Builds the bot from its parts and starts it. Each part is built once, after the parts that it needs, and released in reverse. Throws if
 * the data folder, the database or the port cannot be used. Recovers from every other failure while the bot runs. `onFolderLost` is called
 * if another process takes over the data folder. After that nothing is posted, and the process must end.
 */
export async function startApp(
  settings: Settings,
  log: Log,
  onFolderLost: () => void,
  runtime: Runtime = createRuntime(),
  observers?: Observers,
): Promise<RunningApp> {
  const cleanup = createCleanup()
  try {
    return {
      ...(await start({ ...settings, log, runtime, cleanup, onFolderLost, observers })),
      stop: cleanup.all,
    }
  } catch (error) {
    runtime.stop()
    await cleanup.all()
    throw error
  }
}

async function start(begun: Begun): Promise<Omit<RunningApp, 'stop'>> {
  const { runtime, cleanup } = begun
  const opened = { ...begun, ...(await openStore(begun)) }
  const findSubscription = (name: string) => parts.served.registry.find(name)?.subscription
  const base: Base = { ...opened, ...(await connectServices({ ...opened, findSubscription })) }
  const { works, lease } = base
  let parts = await buildParts(base, begun)
  cleanup.add(() => parts.running.cleanup.all())
  const connection = connectPeople(base, parts.listeners)
  const served = () => parts.served
  const { readiness, url } = await serve(base, served, { slack: connection.listener })

  cleanup.add(lease.stop)
  cleanup.add(runtime.stop)
  cleanup.add(() => parts.sync.stop())
  await inspectCollections(base.store, storedKinds)
  await beginWork(parts)
  // The first polls of thousands of subscriptions keep the process busy for seconds, and people wait less gladly.
  await Promise.race([connection.tried, begun.runtime.nap(longestConnectMs)])
  lease.start()
  readiness.started()
  tellStarted(parts, base, url)

  /** Ends the work of the present parts. People's requests wait from then on. */
  async function end({ sync, running }: Parts): Promise<void> {
    sync.stop()
    running.runtime.stop()
    await works.close()
    await connection.hold()
    await base.added.stop()
    await running.cleanup.all()
    running.problems.end()
    await forget()
  }

  /** Forgets what parts have attached to those that stay. */
  async function forget(): Promise<void> {
    await works.close()
    base.announcements.forget()
  }

  async function begin(settings: Settings): Promise<void> {
    parts = await buildParts(base, settings)
    await beginWork(parts)
  }

  async function replaceParts(settings: Settings, fallback: Settings): Promise<Replaced> {
    const before = parts
    await end(before)
    const outcome = await begin(settings).then(
      (): Replaced => ({ kind: 'applied' }),
      (error: unknown): Replaced => ({ kind: 'failed', reason: errorMessage(error) }),
    )
    if (outcome.kind === 'failed') {
      if (parts === before) await forget()
      else await end(parts)
      await begin(fallback)
    }
    connection.goOn(parts.listeners)
    await retry(works.open, () => openAgainMs, runtime.sleep)
    return outcome
  }

  // A data folder has one process, so there is nothing to compare.
  const compared = begun.environment.DATABASE_URL === undefined ? undefined : compareSettings(base)
  compared?.set(begun.configuration.written)

  const { reload, ended } = createReload({
    ...base,
    settings: begun,
    replaceParts,
    applied: ({ configuration }) => compared?.set(configuration.written),
  })
  cleanup.add(ended)
  return { url, reload }
}

function compareSettings({
  runtime,
  backend,
  leadersProblems,
  cleanup,
}: Pick<Base, 'runtime' | 'backend' | 'leadersProblems' | 'cleanup'>) {
  const compared = createSettingsOfProcesses({
    ...runtime,
    announcements: backend.announcements,
    problems: leadersProblems,
  })
  cleanup.add(compared.stop)
  return compared
}

/** The polls begin when the process has tried to connect to Slack, or after this time, in ms. */
const longestConnectMs = 2000

/** If the store fails while new parts read it, they try again after this time, in ms. */
const openAgainMs = 1000

type Parts = Awaited<ReturnType<typeof buildParts>>

/** Builds what the settings decide on. */
async function buildParts(base: Base, read: Settings) {
  setLocale(read.configuration.locale)
  const settings = await withKeptNames(base, read)
  const workCalendar = await readWorkCalendar(settings.configuration, base.runtime.now())
  const begun: BegunParts = { ...base, ...beginParts(base, settings), workCalendar }
  const records = openRecords(begun)
  const cards = buildCards({ ...begun, ...records })
  const polling = buildEngine({ ...begun, ...records, ...cards })
  const digests = buildDigests({ ...begun, ...records, ...cards, ...polling })
  const status = buildStatus({ ...begun, ...records, ...cards, ...polling })
  const changes = buildChanges({ ...begun, ...records, ...cards })
  const sync = buildSync({ ...begun, ...records, ...cards })
  createFeatures({ ...begun, ...records, ...cards, ...status, ...changes })
  const upkeep = scheduleJobs({ ...begun, ...records, ...cards, ...polling, ...changes })
  const asked = { ...begun, ...records, ...cards, ...digests, ...status }
  const listeners = listenersOf({ ...asked, ...polling, ...changes }, sync.now)
  const assistants = await startAssistants(asked)
  // Only the leader tells what is damaged.
  begun.leadership.attach({ prepare: sync.prepare, begin: sync.soon })
  const { runtime, cleanup, problems, ticker, environment, variables, configuration } = begun
  const { registry } = records
  const { engine, rates, freshnessOfAll } = polling
  return {
    running: { runtime, cleanup, problems, ticker, configuration },
    served: { environment, variables, registry, engine, rates, freshnessOfAll, assistants },
    sync,
    upkeep,
    listeners,
  }
}

/** Names the subscriptions to several channels as they were named before. */
async function withKeptNames(
  { store, slack, log }: Pick<Base, 'store' | 'slack' | 'log'>,
  settings: Settings,
): Promise<Settings> {
  const { configuration } = settings
  const known = knownChannels(store)
  const subscriptions = await nameListedChannels(configuration.subscriptions, {
    stored: openCollection(store, listedChannelKind),
    checkpoints: () => store.checkpoints.all(),
    log,
    async idOf(written) {
      if (!written.startsWith('#')) return written
      // Slack need not answer for a name that was found once.
      const id = await known.find(written.toLowerCase()).catch(() => undefined)
      if (id !== undefined) return id
      const found = await slack.channels.find(written)
      return 'id' in found ? found.id : undefined
    },
  })
  return { ...settings, configuration: { ...configuration, subscriptions } }
}

async function beginWork({
  running,
  sync,
  upkeep,
}: Pick<Parts, 'running' | 'sync' | 'upkeep'>): Promise<void> {
  running.ticker.start()
  await sync.start()
  void upkeep()
}

function tellStarted(
  { running: { configuration }, served: { rates, variables, environment } }: Parts,
  { log, installation }: Pick<Base, 'log' | 'installation'>,
  url: string,
): void {
  const { alerts: planned, everyMs, warnings } = rates()
  const checks =
    planned === 0 ? {} : { automaticAlerts: planned, checkedEverySeconds: Math.round(everyMs / 1000) }
  const about = { installation: installation.id, subscriptions: configuration.subscriptions.length }
  for (const { what, whatToDo } of startupWarnings(variables, environment)) log.warn({ whatToDo }, what)
  log.info({ url, ...about, ...checks }, 'Overheard is running')
  for (const { what, whatToDo } of warnings) log.warn({ whatToDo }, what)
}
