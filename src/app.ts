import { createAlertBook } from './alerts.ts'
import { createCardwork } from './app/cardwork.ts'
import { createDigests } from './app/digests.ts'
import { createFromSlack } from './app/from-slack.ts'
import { openGround } from './app/ground.ts'
import { createKeepUp } from './app/keep-up.ts'
import type { Log } from './app/log.ts'
import { connectMentionService } from './app/mention-service.ts'
import { tellTroubles } from './app/owner.ts'
import { remarksOn } from './app/remarks.ts'
import { createRuntime } from './app/runtime.ts'
import { createSlack } from './app/slack.ts'
import { boltLogger, connectSlack } from './app/slack-connection.ts'
import { createStats } from './app/stats.ts'
import { addressOf, startStatusServer } from './app/status-server.ts'
import { createUndo } from './app/undo.ts'
import { createWeather } from './app/weather.ts'
import { createCharts } from './charts.ts'
import { register } from './commands/register.ts'
import { decideFor } from './decide/decide.ts'
import { createMetrics } from './metrics/metrics.ts'
import { createRoster } from './roster.ts'
import { rhythmOf } from './schedule/cadence.ts'
import { type Settings, variables } from './settings.ts'
import { madeSubscriptions } from './store/made-subscriptions.ts'
import { createMutes } from './store/mutes.ts'
import { planLimits } from './store/plan-limits.ts'
import { createAnswers } from './turn/answered.ts'
import type { TurnDeps } from './turn/ports.ts'
import { turn } from './turn.ts'
import { createWatching } from './watching.ts'

/** A running bot. */
type RunningApp = {
  /** Where `/healthz` and its like are served. */
  url: string
  /** Finishes the post in hand, or leaves its intent, and releases everything in reverse order. */
  stop(): Promise<void>
}

/**
 * Builds the bot out of its parts and starts it. Throws where this machine is not in order (folder, port); the rest recovers by itself.
 * One long list on purpose: each part is made once, before what needs it, and is released in the reverse order.
 */
export async function startApp({ environment, configuration }: Settings, log: Log): Promise<RunningApp> {
  const undo = createUndo()
  const runtime = createRuntime()
  const { now, stopping, nap } = runtime
  try {
    const metrics = createMetrics(now)
    undo.add(metrics.stop)
    const ground = await openGround(environment, runtime, log)
    undo.add(() => ground.close())
    const store = metrics.store(ground.store)
    const slack = metrics.slack(createSlack(environment, ground.pace, store.records, now, log))
    const troubles = ground.troubles(tellTroubles(slack.post, configuration.owner, now, log))
    const { service, budget } = connectMentionService(
      environment,
      runtime,
      log,
      metrics.request,
      ground.allowance,
    )
    undo.add(() => service.close())
    const alerts = createAlertBook(
      async () => (await service.listAlerts({ priority: 'command' })).alerts,
      now,
    )
    const subscription = (name: string) => roster.find(name)?.subscription
    const cardwork = createCardwork({ service, store, slack, now, subscription })
    const turnDeps: Omit<TurnDeps, 'bookmarks'> = {
      now,
      sleep: nap,
      stopping,
      service,
      ...slack,
      record: store.verdicts.record,
      planLimits: planLimits(store.records),
      firstCards: cardwork.firstCards,
      weather: createWeather({
        configuration,
        service,
        budget,
        store,
        slack,
        now,
        behind: () => watching.behind(),
      }),
      troubles,
      answers: createAnswers(),
      doubtMs: configuration.doubtSeconds * 1000,
      looks: ({ schedule, timezone }) => rhythmOf(schedule, timezone),
      log,
    }
    const { engine, ticks, createDueList } = ground.schedule(troubles)
    undo.add(() => engine.stop())
    const { takeTurn } = store
    const mutes = createMutes(store.records, now)
    const watching = createWatching({
      turnDeps,
      takeTurn,
      alerts,
      decideFor: (subscription) => decideFor(subscription, { mutes: mutes.of }),
      ticks,
      createDueList,
      turn: metrics.turn(turn),
    })
    undo.add(() => watching.stop())
    metrics.show({ budget, troubles, watching })
    const roster = createRoster(configuration.subscriptions, madeSubscriptions(store.records), watching)
    const subscriptions = () => roster.all().map(({ subscription }) => subscription)
    const shared = { service, alerts, slack, charts: createCharts(now), subscriptions }
    const stats = createStats(shared, runtime, log)
    const digests = createDigests({ ...shared, configuration, store, engine, troubles, mutes }, runtime, log)
    undo.add(() => digests.stop())
    const fromSlack = createFromSlack(
      {
        ...shared,
        configuration,
        budget,
        store,
        troubles,
        watching,
        roster,
        mutes,
        cardwork,
        digests,
      },
      runtime,
      log,
    )
    const keepUp = createKeepUp(
      { mutes, firstCards: cardwork.firstCards, roster, prune: fromSlack.prune },
      runtime.setTimer,
      log,
    )
    const connection = connectSlack({
      environment,
      register: (app) => register(app, { stats, fromSlack, keepUp }),
      troubles,
      sleep: nap,
      stopping,
      logger: boltLogger(log),
    })
    undo.add(() => connection.stop())
    const remarks = remarksOn(variables, environment)
    for (const { what, whatToDo } of remarks) log.warn({ whatToDo }, what)
    const status = {
      now,
      readiness: async () => ({
        behind: await watching.behind(),
        troubles: troubles.standing(),
        remarks,
      }),
      metrics: metrics.page,
      slack: connection.listener,
    }
    const server = await startStatusServer(status, environment.PORT, environment.HOST)
    undo.add(() => server.close())
    undo.add(runtime.stop)

    await engine.start()
    undo.add(keepUp.stop)
    await keepUp.start()
    digests.start()
    const url = addressOf(server, environment.HOST)
    log.info({ url, subscriptions: configuration.subscriptions.length }, 'Overheard is running')
    return { url, stop: undo.all }
  } catch (error) {
    runtime.stop()
    await undo.all()
    throw error
  }
}
