import type { ChartSupport } from '../charts.ts'
import { createErrorReply } from '../commands/apology.ts'
import { createApplyCardAction } from '../commands/card/act.ts'
import { createCardButtons } from '../commands/card/buttons.ts'
import { createCardSubmissions } from '../commands/card/submissions.ts'
import { createDigestButtons } from '../commands/digest/buttons.ts'
import { createHomeTab } from '../commands/home.ts'
import { createExampleButton } from '../commands/looking/show-one.ts'
import { createMentionsCommand } from '../commands/mentions.ts'
import { createUnmuteButton } from '../commands/mutes/unmute-press.ts'
import { createPermission } from '../commands/permission.ts'
import { createSubscriptionFinder } from '../commands/places.ts'
import { createReply } from '../commands/reply.ts'
import { createSubscribeView } from '../commands/subscriptions/dialogue.ts'
import { createPauseResume } from '../commands/subscriptions/resting.ts'
import type { DigestScheduler } from '../digesting.ts'
import type { SubscriptionRegistry } from '../roster.ts'
import { describeFileError } from '../settings/file-fault.ts'
import { describeFailure } from '../statistics/failure.ts'
import type { Mutes } from '../store/mutes.ts'
import { announcedChanges } from '../store/told-changes.ts'
import type { Cardwork } from './cardwork.ts'
import { createChanging } from './changing.ts'
import type { Log } from './log.ts'
import { createLooking, type LookingParts } from './looking.ts'
import type { Runtime } from './runtime.ts'
import type { createSlack } from './slack.ts'

type ListenerParts = LookingParts & {
  slack: ReturnType<typeof createSlack>
  charts: ChartSupport
  roster: SubscriptionRegistry
  mutes: Mutes
  cardwork: Cardwork
  digests: Pick<DigestScheduler, 'preview' | 'details' | 'notPosted'>
}

/** Everything that Overheard does when it is asked from Slack, apart from statistics. */
export type FromSlack = ReturnType<typeof createFromSlack>

/** Puts the handlers together: first what several of them use, then one for each thing that can be typed or pressed. */
export function createFromSlack(parts: ListenerParts, { now, setTimer }: Runtime, log: Log) {
  const shared = sharedByHandlers(parts, now, log)
  const { told, queries, explain, reply, may, changes, muting, subscribeView, pauseResume } = shared
  const { configuration, roster: registry, slack, digests, cardwork } = parts
  const { views, users } = slack
  const { docs } = configuration
  const act = createApplyCardAction({ ...cardwork, now, nameOf: users.nameOf })
  return {
    mentions: createMentionsCommand({ ...shared, setTimer }),
    home: createHomeTab({ ...shared, views, log, ...(docs === undefined ? {} : { docs }) }),
    changes,
    subscribeView,
    pauseResume,
    buttons: createCardButtons({ applyAction: act, views, reply, may, explain }),
    submissions: createCardSubmissions({
      mention: cardwork.mention,
      reply,
      may,
      explain,
      applyAction: act,
      muting,
    }),
    unmute: createUnmuteButton({ muting, may, reply }),
    showOne: createExampleButton({ registry, queries, reply }),
    apologise: createErrorReply({ reply, post: slack.post, reasonFor, log }),
    digestButtons: createDigestButtons({ digests, views, reply }),
    /** Forgets what is too old. */
    async prune() {
      await Promise.all([told.prune(), cardwork.records.prune(), cardwork.firstCards.prune()])
    },
  }
}

/** Why something failed, in half a sentence. */
const reasonFor = (error: unknown) => describeFileError(error) ?? describeFailure(error).reason

/** What several handlers use: answering, looking into things, changing them, and the dialogues that begin with either. */
function sharedByHandlers(parts: ListenerParts, now: () => number, log: Log) {
  const { configuration, store, alerts, slack, charts, roster: registry, mutes } = parts
  const { post, users, views, channels, respond, postEphemeral } = slack
  const { admins, timezone } = configuration
  const reply = createReply({ respond, postEphemeral, charts, log })
  const may = createPermission(admins, users.isMember)
  const told = announcedChanges(store.records, now)
  const { changes, muting, subscribing } = createChanging(parts, { reply, may, told }, now, log)
  const finder = createSubscriptionFinder(registry, channels)
  const { previewWeek, describe, queries, cameSince, explain } = createLooking(parts, finder, now)
  const subscribeView = createSubscribeView({
    alerts,
    registry,
    views,
    previewWeek,
    subscriptions: subscribing,
    may,
    reply,
    timezone,
  })
  const pauseResume = createPauseResume({
    subscriptions: subscribing,
    registry,
    alerts,
    cameSince,
    post,
    may,
    reply,
  })
  return {
    reply,
    may,
    told,
    changes,
    muting,
    mutes,
    registry,
    finder,
    describe,
    queries,
    explain,
    subscribeView,
    pauseResume,
  }
}
