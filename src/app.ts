import { retry } from '@overheard/base/backoff'
import { createCleanup } from '@overheard/base/cleanup'
import { createRuntime, type Runtime } from '@overheard/base/runtime'
import { renamedWarnings } from './config/renamed-keys.ts'
import type { Settings } from './config/settings.ts'
import { features } from './features.ts'
import { startupWarnings } from './health/startup-warnings.ts'
import { createSettingsOfProcesses } from './installations/index.ts'
import { setLanguage } from './messages/kit/locale.ts'
import { prepareLanguage } from './messages/kit/say.ts'
import { openCollection } from './model/collection.ts'
import { errorMessage, type Log } from './model/log.ts'
import { settingKind } from './model/made-settings.ts'
import { knownChannels } from './slack/channels.ts'
import { buildAccess, buildCards } from './start/build-cards.ts'
import { buildDigests } from './start/build-digests.ts'
import { buildEngine } from './start/build-engine.ts'
import { buildStatus } from './start/build-status.ts'
import { buildSync } from './start/build-sync.ts'
import { connectPeople, listenersOf } from './start/connect-people.ts'
import { connectServices } from './start/connect-services.ts'
import type { Launch, Observers } from './start/launch.ts'
import { openRecords } from './start/open-records.ts'
import { openStore } from './start/open-store.ts'
import { createReload, type Reload, type Replaced } from './start/reload.ts'
import { type Base, roomsForSettings } from './start/rooms-for-settings.ts'
import { scheduleJobs } from './start/schedule-jobs.ts'
import { serve } from './start/serve.ts'
import { startAssistants } from './start/start-assistants.ts'
import { withStoredSettings } from './start/stored-settings.ts'
import { inspectCollections } from './store/inspect.ts'
import { storedKinds } from './stored-kinds.ts'
import { createChangesFromSlack } from './subscriptions/changes-from-slack.ts'
import { listedChannelKind, nameListedChannels } from './subscriptions/listed-channels.ts'

type RunningApp = {
  url: string
  /** Keeps the store and the connections, and replaces all other rooms. */
  reload: Reload
  /** Finishes the current post, or leaves it pending in the store. Then releases everything. */
  stop(): Promise<void>
}

/**
 * Builds the bot room by room and starts it. Each room is built once, after the rooms that it needs, and released in reverse. Throws if
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
      ...(await start({ settings, log, runtime, cleanup, onFolderLost, observers })),
      stop: cleanup.all,
    }
  } catch (error) {
    runtime.stop()
    await cleanup.all()
    throw error
  }
}

async function start(launch: Launch): Promise<Omit<RunningApp, 'stop'>> {
  const { runtime, cleanup, log } = launch
  const store = await openStore(launch)
  const complete = (read: Settings) => withStoredSettings(store.store, read)
  const opened = { ...launch, ...store, settings: await complete(launch.settings) }
  const findSubscription = (name: string) => rooms.served.subscriptions.registry.find(name)?.subscription
  const base: Base = { ...opened, ...(await connectServices({ ...opened, findSubscription })) }
  const { leader } = base
  let rooms = await buildRooms(base, base.settings)
  cleanup.add(() => rooms.running.cleanup.all())
  const connection = connectPeople(base, rooms.listeners)
  const { readiness, url } = await serve(base, () => rooms.served, { slack: connection.listener })

  cleanup.add(leader.lease.stop)
  cleanup.add(runtime.stop)
  cleanup.add(() => rooms.sync.stop())
  await inspectCollections(base.store, storedKinds)
  await beginWork(rooms)
  // The first polls of thousands of subscriptions keep the process busy for seconds, and people wait less gladly.
  await Promise.race([connection.tried, runtime.nap(longestConnectMs)])
  leader.lease.start()
  readiness.started()
  tellStarted(rooms, base, url)

  /** Ends the work of the present rooms. People's requests wait from then on. */
  async function end({ sync, running }: BuiltRooms): Promise<void> {
    sync.stop()
    running.clock.stop()
    await leader.close()
    await connection.hold()
    await base.features.stop()
    await running.cleanup.all()
    running.health.problems.end()
    await forget()
  }

  /** Forgets what rooms have attached to those that stay. */
  async function forget(): Promise<void> {
    await leader.close()
    leader.announcements.forget()
  }

  /** Builds everything that depends on the settings (the rooms), and starts its work. */
  async function buildAndBegin(settings: Settings): Promise<void> {
    rooms = await buildRooms(base, settings)
    await beginWork(rooms)
  }

  async function replaceRooms(settings: Settings, fallback: Settings): Promise<Replaced> {
    const before = rooms
    await end(before)
    await base.relisten(settings)
    const outcome = await buildAndBegin(settings).then(
      (): Replaced => ({ kind: 'applied' }),
      (error: unknown): Replaced => ({ kind: 'failed', reason: errorMessage(error) }),
    )
    if (outcome.kind === 'failed') {
      if (rooms === before) await forget()
      else await end(rooms)
      await base.relisten(fallback)
      await buildAndBegin(fallback)
    }
    connection.goOn(rooms.listeners)
    await retry(leader.open, () => openAgainMs, runtime.sleep)
    return outcome
  }

  /** If it fails, the bot can go on neither with the new settings nor with those before. */
  function applyChanges(): void {
    again().catch((error: unknown) => {
      log.error({ error: errorMessage(error) }, 'the bot cannot go on after a change of its settings')
      launch.onFolderLost()
    })
  }

  const { environment, configuration } = base.settings
  // A data folder has one process, so there is nothing to compare.
  const compared =
    environment.DATABASE_URL === undefined ? undefined : compareSettings(base, () => applyChanges())
  compared?.set(configuration.written)

  const { reload, again, ended } = createReload({
    ...{ settings: base.settings, read: launch.settings, complete },
    ...{ health: base.health, runtime, log, replaceRooms },
    applied: ({ configuration }) => compared?.set(configuration.written),
  })
  cleanup.add(ended)
  base.backend.announcements.on((topic) => {
    if (topic === undefined || topic === settingsTopic) applyChanges()
  })
  return { url, reload }
}

function compareSettings(
  { runtime, backend, health, cleanup }: Pick<Base, 'runtime' | 'backend' | 'health' | 'cleanup'>,
  differs: () => void,
) {
  const compared = createSettingsOfProcesses({
    ...{ ...runtime, differs },
    announcements: backend.announcements,
    problems: health.leadersProblems,
  })
  cleanup.add(compared.stop)
  return compared
}

/** What is announced when somebody has changed settings without a file. */
const settingsTopic = `records ${settingKind.name}`

/** The polls begin when the process has tried to connect to Slack, or after this time, in ms. */
const longestConnectMs = 2000

/** If the store fails while new rooms read it, they try again after this time, in ms. */
const openAgainMs = 1000

type BuiltRooms = Awaited<ReturnType<typeof buildRooms>>

/** Builds what the settings decide on. */
async function buildRooms(base: Base, read: Settings) {
  await useLanguages(read.configuration)
  const first = await roomsForSettings(base, await withKeptNames(base, read))
  const opened = openRecords(first)
  const cards = buildCards({ ...first, ...opened })
  const access = buildAccess({ ...first, ...opened })
  const posting = {
    ...{ ...first, ...opened, ...access, cards },
    subscriptions: { ...opened.subscriptions, ...access.subscriptions },
  }
  const engine = buildEngine(posting)
  const digests = buildDigests(posting)
  const { status, answers, ...questions } = buildStatus({ ...posting, engine })
  const { clock, slack, alerts, subscriptions, features: added } = posting
  const changes = createChangesFromSlack({
    ...{
      ...clock,
      ...subscriptions,
      speakTo: opened.speakTo,
      log: base.log,
      post: slack.post,
      messages: slack.messages,
    },
    slackSubscriptions: subscriptions.fromSlack,
    nameOf: slack.users.nameOf,
    alertName: alerts.nameOf,
    changed: added.tell.changed,
    pauses: () => added.first('pauses'),
    addedKinds: added.changeKinds,
  })
  const rooms = {
    ...{ ...posting, engine, digests, questions },
    people: { ...posting.people, answers },
    subscriptions: { ...subscriptions, ...changes, status },
    statistics: questions.statisticsFor(digests.statsRequests),
  }
  const sync = buildSync(rooms)
  rooms.features.create(features, rooms, rooms.settings.configuration.written)
  const upkeep = scheduleJobs(rooms)
  const listeners = listenersOf({ ...rooms, syncState: sync.now })
  const assistants = await startAssistants(rooms)
  // Only the leader tells what is damaged.
  rooms.leader.attach({ prepare: sync.prepare, begin: sync.soon })
  const { cleanup, health, jobs, settings } = rooms
  return {
    running: { clock, cleanup, health, jobs },
    served: { settings, subscriptions, engine, assistants },
    sync,
    upkeep,
    listeners,
  }
}

async function useLanguages({ language, locale, subscriptions }: Settings['configuration']): Promise<void> {
  setLanguage(language, locale)
  await Promise.all([undefined, ...subscriptions.map((one) => one.language)].map(prepareLanguage))
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
}: Pick<BuiltRooms, 'running' | 'sync' | 'upkeep'>): Promise<void> {
  running.jobs.ticker.start()
  await sync.start()
  void upkeep()
}

function tellStarted(
  { served: { settings, engine } }: Pick<BuiltRooms, 'served'>,
  { log, installation }: Pick<Base, 'log' | 'installation'>,
  url: string,
): void {
  const { configuration, variables, environment } = settings
  const { alerts: planned, everyMs, warnings } = engine.ratesOfAll()
  const checks =
    planned === 0 ? {} : { automaticAlerts: planned, checkedEverySeconds: Math.round(everyMs / 1000) }
  const about = { installation: installation.id, subscriptions: configuration.subscriptions.length }
  const atStart = [...startupWarnings(variables, environment), ...renamedWarnings(configuration)]
  for (const { what, whatToDo } of atStart) log.warn({ whatToDo }, what)
  log.info({ url, ...about, ...checks }, 'Overheard is running')
  for (const { what, whatToDo } of warnings) log.warn({ whatToDo }, what)
}
