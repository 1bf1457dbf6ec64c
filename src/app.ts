import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createAlertBook } from './alerts.ts'
import type { Log } from './app/log.ts'
import { tellTroubles } from './app/owner.ts'
import { boltLogger, connectSlack } from './app/slack-connection.ts'
import { startStatusServer } from './app/status-server.ts'
import { createUndo } from './app/undo.ts'
import { registerCommands } from './commands/register.ts'
import { createChannels } from './deliver/channels.ts'
import { createLook } from './deliver/history.ts'
import { createIdentity } from './deliver/identity.ts'
import { createPace } from './deliver/pace.ts'
import { createPost } from './deliver/poster.ts'
import { postTimeout, slackClient } from './deliver/slack-client.ts'
import { createAllowance } from './mentions/allowance.ts'
import { createBudget } from './mentions/budget.ts'
import { createMentionService } from './mentions/service.ts'
import { nextRuns } from './schedule/cadence.ts'
import { createCronEngine } from './schedule/cron-engine.ts'
import type { Settings } from './settings.ts'
import { bookmarkFiles } from './store/bookmark-files.ts'
import { lockFolder } from './store/folder-lock.ts'
import { verdictFiles } from './store/verdict-log.ts'
import { createTroubles } from './troubles.ts'
import type { TurnDeps } from './turn/ports.ts'
import { createWatching } from './watching.ts'

/** A running bot. */
export type RunningApp = {
  /** Where `/healthz` and its like are served. */
  url: string
  /** Finishes the post in hand, or leaves its intent, and releases everything in reverse order. */
  stop(): Promise<void>
}

/** A look into a channel's history may take longer than a post: nothing is in doubt by it. In ms. */
const lookTimeout = 10_000

/** Builds the bot out of its parts and starts it. Throws where this machine is not in order (folder, port); the rest recovers by itself. */
export async function startApp({ environment, configuration }: Settings, log: Log): Promise<RunningApp> {
  const undo = createUndo()
  const now = Date.now
  const stopping = new AbortController()
  const sleep = (ms: number, signal: AbortSignal = stopping.signal) => wait(ms, undefined, { signal })
  const napping = (ms: number) => sleep(ms).catch(() => undefined)
  const setTimer = (run: () => void, ms: number) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  }
  try {
    undo.add(await lockFolder(environment.DATA_DIR))
    const verdicts = verdictFiles(environment.DATA_DIR, now, setTimer, log)
    undo.add(() => verdicts.close())

    const access = {
      apiUrl: environment.SLACK_API_URL,
      token: environment.SLACK_BOT_TOKEN,
      logger: boltLogger(log),
    }
    const readingClient = slackClient(access, lookTimeout)
    const post = createPost(slackClient(access, postTimeout))
    const identity = createIdentity(readingClient)
    const troubles = createTroubles(now, tellTroubles(post, configuration.owner, now, log))

    const service = createMentionService({
      baseUrl: environment.MENTIONS_API_URL,
      token: environment.MENTIONS_API_TOKEN,
      now,
      random: () => randomInt(2 ** 32) / 2 ** 32,
      sleep: (ms, signal = stopping.signal) => sleep(ms, signal),
      log,
      budget: createBudget({
        allowance: createAllowance(now),
        sleep: (ms, signal = stopping.signal) => sleep(ms, signal),
      }),
    })
    undo.add(() => service.close())
    const alerts = createAlertBook(async () => (await service.listAlerts()).alerts, now)

    const turnDeps: TurnDeps = {
      now,
      sleep: napping,
      stopping: stopping.signal,
      service,
      bookmarks: bookmarkFiles(environment.DATA_DIR),
      channels: createChannels(readingClient, now),
      post,
      look: createLook(readingClient, identity.self),
      pace: createPace(now),
      record: verdicts.record,
      troubles,
      doubtMs: configuration.doubtSeconds * 1000,
      nextLookAt: ({ schedule, timezone }) => nextRuns(schedule, timezone)[0] ?? now(),
      log,
    }
    const engine = createCronEngine(log)
    undo.add(() => engine.stop())
    const watching = createWatching({ turnDeps, alerts, engine, setTimer })
    undo.add(() => watching.stop())

    const slack = connectSlack({
      environment,
      register: (app) => registerCommands(app),
      troubles,
      sleep: napping,
      stopping: stopping.signal,
      logger: boltLogger(log),
    })
    undo.add(() => slack.stop())
    const status = {
      troubles: troubles.standing,
      ...(slack.listener === undefined ? {} : { slack: slack.listener }),
    }
    const server = await startStatusServer(status, environment.PORT, environment.HOST)
    undo.add(() => server.close())
    undo.add(() => stopping.abort())

    await engine.start()
    for (const subscription of configuration.subscriptions) void watching.put(subscription)
    const url = addressOf(server.address(), environment.HOST)
    log.info({ url, subscriptions: configuration.subscriptions.length }, 'Overheard is running')
    return { url, stop: undo.all }
  } catch (error) {
    stopping.abort()
    await undo.all()
    throw error
  }
}

function addressOf(address: unknown, host: string): string {
  const port = typeof address === 'object' && address !== null && 'port' in address ? address.port : ''
  return `http://${host}:${port}`
}
