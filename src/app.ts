import { type Cleanup, createCleanup } from './cli/cleanup.ts'
import type { Log } from './cli/log.ts'
import { createRuntime, type Runtime } from './cli/runtime.ts'
import { type Settings, variables } from './config/settings.ts'
import { createMetrics } from './health/metrics.ts'
import { createOwnerNotifier } from './health/owner-notifications.ts'
import { startupWarnings } from './health/startup-warnings.ts'
import { addressOf, startStatusServer } from './health/status-server.ts'
import { folderProblem, folderProblemKey } from './health/subscription-problems.ts'
import { registerListeners } from './listeners/register.ts'
import { createAlertDirectory } from './mention-api/alert-directory.ts'
import { createChartSupport } from './messages/fallbacks.ts'
import { pollAlert } from './polling/poll.ts'
import { createSyncLoop } from './polling/sync-loop.ts'
import { sdkLogger } from './slack/client.ts'
import { connectSlack } from './slack/connection.ts'
import { createSlack } from './slack/slack.ts'
import { openBackend } from './wiring/backend.ts'
import { createDigests } from './wiring/digests.ts'
import { createListenerPorts } from './wiring/listeners.ts'
import { connectMentionService } from './wiring/mention-service.ts'
import { createPolling } from './wiring/polling.ts'

/** A running bot. */
type RunningApp = {
  /** Where `/healthz` and its like are served. */
  url: string
  /** Finishes the post in hand, or leaves its intent, and releases everything in reverse order. */
  stop(): Promise<void>
}

/** What each step of the start has from the beginning. What a step acquires, it adds to `undo` at once. */
type Start = Settings & { runtime: Runtime; undo: Cleanup; log: Log; lost: () => void }

/** A bot that has lost its folder lives on for so long, in ms, because its owner is told of it: letters are gathered for a second. */
const farewell = 3000

/**
 * Builds the bot out of its parts and starts it, each step after what it needs; what was acquired is released in the reverse order.
 * Throws where this machine is not in order (folder, port); the rest recovers by itself. `lost` is called if another process takes the
 * folder over: nothing is posted from then on, and the process is to end.
 */
export async function startApp(settings: Settings, log: Log, lost: () => void): Promise<RunningApp> {
  const start = { ...settings, runtime: createRuntime(), undo: createCleanup(), log, lost }
  const { runtime, undo } = start
  try {
    const outside = await openOutside(start)
    const turns = wireTurns(start, outside)
    const asked = wireAsked(start, outside, turns)
    const url = await openDoors(start, outside, turns, asked)
    undo.add(runtime.stop)

    await outside.engine.start()
    undo.add(asked.keepUp.stop)
    await asked.keepUp.start()
    asked.digests.start()
    log.info({ url, subscriptions: settings.configuration.subscriptions.length }, 'Overheard is running')
    return { url, stop: undo.all }
  } catch (error) {
    runtime.stop()
    await undo.all()
    throw error
  }
}

type Outside = Awaited<ReturnType<typeof openOutside>>

/** Opens what remembers, what says when, and the ways to Slack and to the mention service; their use is measured. */
async function openOutside({ environment, configuration, runtime, undo, log, lost }: Start) {
  const { now } = runtime
  const metrics = createMetrics(now)
  undo.add(metrics.stop)
  const ground = await openBackend(environment, runtime, log, (error) => {
    runtime.stop()
    problems.raise(folderProblemKey, folderProblem(error))
    runtime.setTimer(lost, configuration.owner === undefined ? 0 : farewell)
  })
  undo.add(() => ground.close())
  const store = metrics.store(ground.store)
  const { channelRate } = ground
  const slack = metrics.slack(createSlack({ environment, channelRate, records: store.records, now, log }))
  const problems = ground.troubles(
    createOwnerNotifier({
      post: slack.post,
      owner: configuration.owner,
      now,
      setTimer: runtime.setTimer,
      log,
    }),
  )
  const { service, budget } = connectMentionService(environment, runtime, log, {
    observe: metrics.request,
    allowance: ground.allowance,
  })
  undo.add(() => service.close())
  const alerts = createAlertDirectory(
    async () => (await service.listAlerts({ priority: 'command' })).alerts,
    now,
  )
  const { engine, ticks, createDueList } = ground.schedule(problems)
  undo.add(() => engine.stop())
  return { metrics, store, slack, troubles: problems, service, budget, alerts, engine, ticks, createDueList }
}

type Turns = ReturnType<typeof wireTurns>

/** Wires what happens by itself: the subscriptions, each with its turns. */
function wireTurns({ configuration, runtime, undo, log }: Start, outside: Outside) {
  const { metrics, budget, troubles: problems } = outside
  const turns = createPolling({ ...outside, configuration, turn: metrics.turn(pollAlert) }, runtime, log)
  const { watching } = turns
  undo.add(() => watching.stop())
  metrics.show({ budget, troubles: problems, watching })
  return turns
}

type Asked = ReturnType<typeof wireAsked>

/** Wires what people ask for: statistics, digests, and everything else from Slack. */
function wireAsked({ configuration, runtime, undo, log }: Start, outside: Outside, turns: Turns) {
  const { roster: registry, mutes, cardwork } = turns
  const subscriptions = () => registry.all().map(({ subscription }) => subscription)
  const parts = {
    ...outside,
    ...turns,
    configuration,
    charts: createChartSupport(runtime.now),
    subscriptions,
  }
  const digests = createDigests(parts, runtime, log)
  undo.add(() => digests.stop())
  const ports = createListenerPorts({ ...parts, digests }, runtime, log)
  const keepUp = createSyncLoop(
    { mutes, firstCards: cardwork.firstCards, roster: registry, prune: ports.prune },
    runtime.setTimer,
    log,
  )
  return { digests, ports, keepUp }
}

/** Lets Slack's commands and presses in, and serves the pages on how the bot stands. Resolves with the address of these. */
async function openDoors(
  { environment, runtime, undo, log }: Start,
  { troubles: problems, metrics }: Outside,
  { watching }: Turns,
  asked: Asked,
): Promise<string> {
  const connection = connectSlack({
    environment,
    register: (app) => registerListeners(app, { ...asked.ports, syncState: asked.keepUp.now }),
    troubles: problems,
    sleep: runtime.nap,
    stopping: runtime.stopping,
    logger: sdkLogger(log),
  })
  undo.add(() => connection.stop())
  const remarks = startupWarnings(variables, environment)
  for (const { what, whatToDo } of remarks) log.warn({ whatToDo }, what)
  const status = {
    now: runtime.now,
    readiness: async () => ({ behind: await watching.behind(), troubles: problems.standing(), remarks }),
    metrics: metrics.page,
    slack: connection.listener,
  }
  const server = await startStatusServer(status, environment.PORT, environment.HOST)
  undo.add(() => server.close())
  return addressOf(server, environment.HOST)
}
