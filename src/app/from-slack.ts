import { randomUUID } from 'node:crypto'
import { calledAmong } from '../alerts.ts'
import type { Charts } from '../charts.ts'
import { createCardButtons } from '../commands/card-buttons.ts'
import { createCardSubmissions } from '../commands/card-submissions.ts'
import { createChanges } from '../commands/changes.ts'
import { createDigestButtons } from '../commands/digest-buttons.ts'
import { createHome } from '../commands/home.ts'
import { createMentions } from '../commands/mentions.ts'
import { createMuting } from '../commands/muting.ts'
import { createPermission } from '../commands/permission.ts'
import { createPlaces } from '../commands/places.ts'
import { createRecompute } from '../commands/recompute.ts'
import { createReply } from '../commands/reply.ts'
import { createResting } from '../commands/resting.ts'
import { createShowOne } from '../commands/show-one.ts'
import { createSubscribeDialogue } from '../commands/subscribe-dialogue.ts'
import { createSubscribing } from '../commands/subscribing.ts'
import { createUnmutePress } from '../commands/unmute-press.ts'
import { createWhy } from '../commands/why.ts'
import { decideFor } from '../decide/decide.ts'
import type { Digesting } from '../digesting.ts'
import type { Id } from '../model/id.ts'
import type { Subscription } from '../model/subscription.ts'
import type { Roster } from '../roster.ts'
import { madeSubscriptions } from '../store/made-subscriptions.ts'
import type { Mutes } from '../store/mutes.ts'
import { toldChanges } from '../store/told-changes.ts'
import type { Cardwork } from './cardwork.ts'
import type { Log } from './log.ts'
import { createLooking, type LookingParts } from './looking.ts'
import type { Runtime } from './runtime.ts'
import type { createSlack } from './slack.ts'

type Parts = LookingParts & {
  slack: ReturnType<typeof createSlack>
  charts: Charts
  roster: Roster
  mutes: Mutes
  cardwork: Cardwork
  digests: Pick<Digesting, 'preview' | 'details' | 'heldBack'>
}

/** Everything that Overheard does when it is asked from Slack, apart from statistics. */
export type FromSlack = ReturnType<typeof createFromSlack>

/** The newest mentions in which an address or a sample is looked for: one page of the service. */
const newestPage = 300

/** Puts the handlers together: a list, in which each stands after what it needs. */
export function createFromSlack(parts: Parts, { now, setTimer }: Runtime, log: Log) {
  const { configuration, service, store, alerts, slack, roster, mutes } = parts
  const { post, messages, people, views, channels } = slack
  const { cards, records, mention } = parts.cardwork
  const reply = createReply({ respond: slack.respond, whisper: slack.whisper, charts: parts.charts, log })
  const may = createPermission(configuration.admins, people.isMember)
  const made = madeSubscriptions(store.records)
  const told = toldChanges(store.records, now)
  const newest = async (alert: Id) =>
    (await service.newest(alert, newestPage, { priority: 'command' })).mentions
  const decide = (subscription: Subscription) => decideFor(subscription, { mutes: mutes.of })
  const { nameOf } = people

  const changes = createChanges({
    now,
    newId: randomUUID,
    post,
    messages,
    nameOf,
    may,
    reply,
    told,
    mutes,
    made,
    roster,
    log,
  })
  const muting = createMuting({ now, mutes, changes })
  const alertName = (written: string) => calledAmong(written, alerts.known())
  const subscribing = createSubscribing({ now, made, roster, changes, alertName })
  const places = createPlaces(roster, channels)
  const recompute = createRecompute({
    now,
    alerts,
    mention,
    newest,
    decideFor: decide,
    bookmark: store.bookmarks.bookmark,
  })
  const why = createWhy({
    entries: store.verdicts.entries,
    subscriptionsOf: async (channel) => (await places.of(channel)).map(({ subscription }) => subscription),
    recompute,
    bookmark: store.bookmarks.bookmark,
    messages,
  })
  const { since, previewWeek, describe, lookInto } = createLooking(parts, { newest, decide }, now)
  const { timezone } = configuration
  const dialogue = createSubscribeDialogue({
    alerts,
    roster,
    views,
    previewWeek,
    subscribing,
    may,
    reply,
    timezone,
  })
  const cameSince = async (alert: Id, date: number) => {
    for await (const { mentions, last } of since(alert, date))
      return last ? mentions.length : { atLeast: mentions.length }
    return undefined
  }
  const resting = createResting({ subscribing, roster, alerts, cameSince, post, may, reply })
  const buttons = createCardButtons({ now, cards, records, mention, nameOf, views, reply, may, why })
  return {
    mentions: createMentions({
      reply,
      setTimer,
      places,
      describe,
      may,
      mutes,
      muting,
      dialogue,
      resting,
      lookInto,
      why,
    }),
    home: createHome({
      roster,
      places,
      describe,
      mutes,
      muting,
      resting,
      dialogue,
      may,
      views,
      log,
      ...(configuration.docs === undefined ? {} : { docs: configuration.docs }),
    }),
    changes,
    dialogue,
    resting,
    buttons,
    submissions: createCardSubmissions({ mention, reply, may, why, buttons, muting }),
    unmute: createUnmutePress({ muting, may, reply }),
    showOne: createShowOne({ roster, lookInto, reply }),
    digestButtons: createDigestButtons({ digests: parts.digests, views, reply }),
    /** Forgets what is too old. */
    async prune() {
      await Promise.all([told.prune(), records.prune(), parts.cardwork.firstCards.prune()])
    },
  }
}
