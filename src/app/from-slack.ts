import type { Charts } from '../charts.ts'
import { createApology } from '../commands/apology.ts'
import { createActOnCard } from '../commands/card/act.ts'
import { createCardButtons } from '../commands/card/buttons.ts'
import { createCardSubmissions } from '../commands/card/submissions.ts'
import { createDigestButtons } from '../commands/digest/buttons.ts'
import { createHome } from '../commands/home.ts'
import { createShowOne } from '../commands/looking/show-one.ts'
import { createMentions } from '../commands/mentions.ts'
import { createUnmutePress } from '../commands/mutes/unmute-press.ts'
import { createPermission } from '../commands/permission.ts'
import { createPlaces } from '../commands/places.ts'
import { createReply } from '../commands/reply.ts'
import { createSubscribeDialogue } from '../commands/subscriptions/dialogue.ts'
import { createResting } from '../commands/subscriptions/resting.ts'
import type { Digesting } from '../digesting.ts'
import type { Roster } from '../roster.ts'
import { fileFault } from '../settings/file-fault.ts'
import { failureOf } from '../statistics/failure.ts'
import type { Mutes } from '../store/mutes.ts'
import { toldChanges } from '../store/told-changes.ts'
import type { Cardwork } from './cardwork.ts'
import { createChanging } from './changing.ts'
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

/** Puts the handlers together: first what several of them use, then one for each thing that can be typed or pressed. */
export function createFromSlack(parts: Parts, { now, setTimer }: Runtime, log: Log) {
  const shared = sharedByHandlers(parts, now, log)
  const { told, lookInto, why, reply, may, changes, muting, dialogue, resting } = shared
  const { configuration, roster, slack, digests, cardwork } = parts
  const { views, people } = slack
  const { docs } = configuration
  const act = createActOnCard({ ...cardwork, now, nameOf: people.nameOf })
  return {
    mentions: createMentions({ ...shared, setTimer }),
    home: createHome({ ...shared, views, log, ...(docs === undefined ? {} : { docs }) }),
    changes,
    dialogue,
    resting,
    buttons: createCardButtons({ act, views, reply, may, why }),
    submissions: createCardSubmissions({ mention: cardwork.mention, reply, may, why, act, muting }),
    unmute: createUnmutePress({ muting, may, reply }),
    showOne: createShowOne({ roster, lookInto, reply }),
    apologise: createApology({ reply, post: slack.post, reasonFor, log }),
    digestButtons: createDigestButtons({ digests, views, reply }),
    /** Forgets what is too old. */
    async prune() {
      await Promise.all([told.prune(), cardwork.records.prune(), cardwork.firstCards.prune()])
    },
  }
}

/** Why something failed, in half a sentence. */
const reasonFor = (error: unknown) => fileFault(error) ?? failureOf(error).reason

/** What several handlers use: answering, looking into things, changing them, and the dialogues that begin with either. */
function sharedByHandlers(parts: Parts, now: () => number, log: Log) {
  const { configuration, store, alerts, slack, charts, roster, mutes } = parts
  const { post, people, views, channels, respond, whisper } = slack
  const { admins, timezone } = configuration
  const reply = createReply({ respond, whisper, charts, log })
  const may = createPermission(admins, people.isMember)
  const told = toldChanges(store.records, now)
  const { changes, muting, subscribing } = createChanging(parts, { reply, may, told }, now, log)
  const places = createPlaces(roster, channels)
  const { previewWeek, describe, lookInto, cameSince, why } = createLooking(parts, places, now)
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
  const resting = createResting({ subscribing, roster, alerts, cameSince, post, may, reply })
  return {
    reply,
    may,
    told,
    changes,
    muting,
    mutes,
    roster,
    places,
    describe,
    lookInto,
    why,
    dialogue,
    resting,
  }
}
