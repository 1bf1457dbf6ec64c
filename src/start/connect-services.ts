import { connectMentionService } from '@overheard/mention-client'
import { type Alert, nameAmong } from '@overheard/mention-client/alert'
import { createAlertDirectory, findAlertIn } from '@overheard/mention-client/alert-directory'
import type { WrittenAlert } from '@overheard/mention-client/id'
import { requestShares } from '@overheard/mention-client/request-limit'
import { createHistorySearch } from '@overheard/post-once'
import { createSlackDispatcher } from '@overheard/post-once/client'
import packageFile from '../../package.json' with { type: 'json' }
import { proxySettings } from '../config/environment.ts'
import type { Settings } from '../config/settings.ts'
import { createRequestWaits } from '../health/subscription-problems.ts'
import {
  createOtherInstallations,
  otherInstallations as otherInstallationRecords,
} from '../installations/index.ts'
import { closeLabel } from '../listeners/texts/more-form.ts'
import { connectListening } from '../listening/index.ts'
import { prepareLanguage } from '../messages/kit/say.ts'
import type { Subscription } from '../model/subscription.ts'
import { knownChannels } from '../slack/channels.ts'
import { createSlack } from '../slack/slack.ts'
import type { Launch } from './launch.ts'
import type { OpenedStore } from './open-store.ts'

export type ConnectedServices = Awaited<ReturnType<typeof connectServices>>

/** The subscription of the present settings. */
type Finding = { findSubscription: (name: string) => Subscription | undefined }

/** Connects to Slack and to the mention service, and starts the mention service of `listen`. */
export async function connectServices({
  settings: { environment, configuration, startsService, variables },
  runtime,
  cleanup,
  log,
  health: { metrics, problems, leadersProblems },
  backend,
  store,
  features,
  installation,
  findSubscription,
  observers,
}: Launch & OpenedStore & Finding) {
  const { now, steady, setTimer } = runtime
  const proxy = proxySettings(variables)
  const dispatcher = createSlackDispatcher(proxy)
  cleanup.add(() => dispatcher.destroy())
  const waits = createRequestWaits({ problems, now })
  const slackApi = createSlack({
    apiUrl: environment.SLACK_API_URL,
    dispatcher,
    token: environment.SLACK_BOT_TOKEN,
    channelRate: backend.channelRate,
    channelIds: knownChannels(store),
    installation: installation.id,
    now,
    steady,
    setTimer,
    closeLabel,
    speaks: prepareLanguage,
    onWait: waits.slackWaited,
    onPosted(end) {
      installations.posted(end)
      metrics.posted(end)
    },
    log,
  })
  const installations = createOtherInstallations({
    self: installation.id,
    records: otherInstallationRecords(store),
    problems: leadersProblems,
    find: findSubscription,
    liveProcesses: backend.processes,
    readHistory: (...range) => slack.readHistory(...range),
    slackTime: slackApi.slackTime,
    now,
    steady,
  })
  const readPage = installations.watchHistory(slackApi.readHistoryPage)
  const readHistory = createHistorySearch(observers?.pages(readPage) ?? readPage, steady)
  const slack = { ...slackApi, dispatcher, readHistory: metrics.search(readHistory) }
  // The features use Slack, so they stop before it.
  cleanup.add(features.stop)
  const listening = await connectListening(
    startsService ? configuration.listen : undefined,
    { environment, variables, proxy, version: packageFile.version },
    { now, setTimer, log, problems },
  )
  cleanup.add(listening.close)
  const { service, budget, limitedService } = connectMentionService({
    ...runtime,
    ...listening.mentionService,
    log,
    shares: requestShares(configuration.polling.requestsPerMinute),
    observe(end) {
      metrics.request(end)
      if (end.outcome === 'answered') waits.answered()
    },
    onPause: waits.paused,
    onPollWait: waits.pollWaited,
    limiters: backend.requestLimiters,
    processes: backend.processes,
  })
  cleanup.add(service.close)
  const directory = createAlertDirectory(() => service.listAlerts({ priority: 'command' }), now)
  return {
    proxy,
    waits,
    slack,
    /** Other installations with the same tokens. */
    installations,
    listening: listening.state,
    /** Lets the own mention service listen for something else. */
    relisten: ({
      configuration: { listen },
      variables: named,
    }: Pick<Settings, 'configuration' | 'variables'>) => listening.change(listen, named),
    alerts: {
      directory,
      nameOf: (written: WrittenAlert) => alertDisplayName(written, directory.known()),
      service,
      limitedService,
      budget,
      requestsLeft: budget.left,
      listening: listening.client,
    },
  }
}

function alertDisplayName(written: WrittenAlert, alerts: Alert[]): string {
  const alert = findAlertIn(written, alerts)
  return alert === undefined ? written : nameAmong(alert, alerts)
}
