import { createCleanup } from './async/cleanup.ts'
import { createRuntime, type Runtime } from './async/runtime.ts'
import type { Settings } from './config/settings.ts'
import { setLocale } from './messages/kit/locale.ts'
import type { Log } from './model/log.ts'
import type { Begun } from './start/begun.ts'
import { buildCards } from './start/build-cards.ts'
import { buildChanges } from './start/build-changes.ts'
import { buildDigests } from './start/build-digests.ts'
import { buildPolling } from './start/build-polling.ts'
import { buildStatus } from './start/build-status.ts'
import { buildSync } from './start/build-sync.ts'
import { connectPeople } from './start/connect-people.ts'
import { connectServices } from './start/connect-services.ts'
import { createFeatures } from './start/create-features.ts'
import { openRecords } from './start/open-records.ts'
import { openStore } from './start/open-store.ts'
import { scheduleJobs } from './start/schedule-jobs.ts'
import { serve } from './start/serve.ts'
import { startAssistants } from './start/start-assistants.ts'
import { inspectCollections } from './store/inspect.ts'
import { storedKinds } from './stored-kinds.ts'

type RunningApp = {
  url: string
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
): Promise<RunningApp> {
  const cleanup = createCleanup()
  setLocale(settings.configuration.locale)
  try {
    const url = await start({ ...settings, log, runtime, cleanup, onFolderLost })
    return { url, stop: cleanup.all }
  } catch (error) {
    runtime.stop()
    await cleanup.all()
    throw error
  }
}

/** Returns the address of the status page. */
async function start(begun: Begun): Promise<string> {
  const opened = { ...begun, ...(await openStore(begun)) }
  const withRecords = { ...opened, ...openRecords(opened) }
  const connected = { ...withRecords, ...(await connectServices(withRecords)) }
  const withCards = { ...connected, ...buildCards(connected) }
  const polling = { ...withCards, ...buildPolling(withCards) }
  const digesting = { ...polling, ...buildDigests(polling) }
  const answering = { ...digesting, ...buildStatus(digesting) }
  const kernel = { ...answering, ...buildChanges(answering) }
  const sync = buildSync(kernel)
  createFeatures(kernel)
  scheduleJobs(kernel)
  const connection = connectPeople(kernel, sync.now)
  const assistants = await startAssistants(kernel)
  const { readiness, url } = await serve(kernel, { slack: connection.listener, mcp: assistants })

  const { runtime, cleanup, configuration, log, scheduler, leadership, installation, store, rates } = kernel
  cleanup.add(leadership.stop)
  cleanup.add(runtime.stop)
  scheduler.start()
  cleanup.add(sync.stop)
  await inspectCollections(store, storedKinds)
  await sync.start()
  // Only the leader tells what is damaged.
  leadership.attach({ prepare: sync.prepare, begin: sync.soon })
  leadership.start()
  readiness.started()
  const { alerts: planned, everyMs, warnings } = rates()
  const checks =
    planned === 0 ? {} : { automaticAlerts: planned, checkedEverySeconds: Math.round(everyMs / 1000) }
  const about = { installation: installation.id, subscriptions: configuration.subscriptions.length }
  log.info({ url, ...about, ...checks }, 'Overheard is running')
  for (const { what, whatToDo } of warnings) log.warn({ whatToDo }, what)
  return url
}
