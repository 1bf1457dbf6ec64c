import { randomUUID } from 'node:crypto'
import { createFindPressed } from '../cards/recent-card.ts'
import { registerListeners } from '../listeners/register.ts'
import { missingWords } from '../messages/missing-words.ts'
import { problemTexts, stoppedNames } from '../messages/problem-texts.ts'
import { replyTexts } from '../messages/replies.ts'
import { RecordDamagedError } from '../model/damage.ts'
import { classifyFailure } from '../model/failure.ts'
import { describeFileError } from '../model/file-errors.ts'
import { channelLabel } from '../slack/channels.ts'
import { sdkLogger } from '../slack/client.ts'
import { connectSlack } from '../slack/connection.ts'
import { onOwnPost } from '../slack/post-events.ts'
import { insightSources } from '../stats/question.ts'
import type { Base, BegunParts } from './begin-parts.ts'
import type { BuiltCards } from './build-cards.ts'
import type { BuiltChanges } from './build-changes.ts'
import type { BuiltDigests } from './build-digests.ts'
import type { BuiltEngine } from './build-engine.ts'
import type { BuiltStatus } from './build-status.ts'
import type { ConnectedServices } from './connect-services.ts'
import type { OpenedRecords } from './open-records.ts'
import type { OpenedStore } from './open-store.ts'

type Kernel = Pick<
  BegunParts &
    OpenedStore &
    OpenedRecords &
    ConnectedServices &
    BuiltCards &
    BuiltEngine &
    BuiltDigests &
    BuiltStatus &
    BuiltChanges,
  | 'log'
  | 'outboxMemory'
  | 'otherInstallations'
  | 'runtime'
  | 'configuration'
  | 'slack'
  | 'cards'
  | 'finder'
  | 'access'
  | 'added'
  | 'reply'
  | 'charts'
  | 'alerts'
  | 'registry'
  | 'mutes'
  | 'recipients'
  | 'muting'
  | 'changes'
  | 'status'
  | 'answers'
  | 'statisticsFor'
  | 'digestDeps'
  | 'service'
  | 'digests'
  | 'reminderQueue'
  | 'alertName'
  | 'workCalendar'
>

type Register = Parameters<typeof connectSlack>[0]['register']

/** Returns what registers the listeners of commands, buttons and events of Slack. `syncState` reads what a command has changed. */
export function listenersOf(kernel: Kernel, syncState: () => Promise<void>): Register {
  const { log, outboxMemory, otherInstallations } = kernel
  const { steady } = kernel.runtime
  const hearOwnPosts: Register = (bolt) =>
    onOwnPost(bolt, (channel, message) => {
      if (outboxMemory.announced().length === 0)
        log.info(
          {},
          "Slack sends events for posted messages; if Slack's answer to a post is lost, its event confirms the post, usually without a search of the channel",
        )
      outboxMemory.addAnnounced({ channel, message, at: steady() })
      otherInstallations.saw(message)
    })
  const deps = listenerDeps(kernel, syncState)
  return (bolt) => {
    hearOwnPosts(bolt)
    registerListeners(bolt, deps)
  }
}

/** Connects to the commands, buttons and events of Slack. */
export function connectPeople(
  base: Pick<
    Base,
    'environment' | 'runtime' | 'cleanup' | 'log' | 'slackDispatcher' | 'problems' | 'otherInstallations'
  >,
  register: Register,
) {
  const { environment, runtime, cleanup, log } = base
  const { now, setTimer } = runtime
  const connection = connectSlack({
    apiUrl: environment.SLACK_API_URL,
    dispatcher: base.slackDispatcher,
    botToken: environment.SLACK_BOT_TOKEN,
    appToken: environment.SLACK_APP_TOKEN,
    signingSecret: environment.SLACK_SIGNING_SECRET,
    register,
    problemOf: (reason) => ({ stops: stoppedNames.commands, ...problemTexts.slackConnection(reason) }),
    problems: base.problems,
    counted: base.otherInstallations.connected,
    now,
    setTimer,
    sleep: runtime.nap,
    stopping: runtime.stopping,
    log,
    logger: sdkLogger(log),
  })
  cleanup.add(connection.stop)
  return connection
}

/** Only other programs (`intake`) give the own mention service posts of the other networks. */
function statsSourcesOf(listen: { sources: Record<string, unknown> } | undefined): readonly string[] {
  const isOwnOnly = listen !== undefined && !listen.sources.intake
  return isOwnOnly ? ['reddit', 'news-blogs', 'web'] : insightSources
}

function listenerDeps(
  kernel: Kernel,
  syncState: () => Promise<void>,
): Parameters<typeof registerListeners>[1] {
  const { configuration, runtime, slack, cards } = kernel
  const { now, steady, setTimer } = runtime
  const { timezone, docs, listen } = configuration
  return {
    now,
    steady,
    setTimer,
    log: kernel.log,
    settings: { timezone, docs, statsSources: statsSourcesOf(listen) },
    finder: kernel.finder,
    access: kernel.access,
    added: { ...kernel.added, openLists: () => kernel.added.first('openLists') },
    reply: kernel.reply,
    slack,
    charts: kernel.charts,
    alerts: kernel.alerts,
    registry: kernel.registry,
    mutes: kernel.mutes,
    recipients: kernel.recipients,
    muting: kernel.muting,
    changes: kernel.changes,
    describe: kernel.status.describe,
    answers: kernel.answers,
    statistics: kernel.statisticsFor(kernel.digestDeps.statsRequests),
    digests: { ...kernel.digests, all: configuration.digests },
    applyCardAction: cards.applyAction,
    open: cards.open,
    newId: randomUUID,
    addReminder: kernel.reminderQueue.add,
    spikeCards: cards.spikeCards,
    cardsSince: cards.since,
    findCard: createFindPressed({ find: cards.find, now, sleep: runtime.nap }),
    postedSince: cards.postedSince,
    channelName: (id) => channelLabel(slack.channels, id),
    alertName: kernel.alertName,
    workCalendar: kernel.workCalendar,
    syncState,
    reasonFor: (error) =>
      error instanceof RecordDamagedError
        ? replyTexts.recordDamaged
        : (describeFileError(error) ?? missingWords[classifyFailure(error).reason]),
  }
}
