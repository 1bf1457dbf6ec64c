import { isDeepStrictEqual } from 'node:util'
import {
  changeNotAnnouncedNotice,
  changeNotice,
  changeUndoneNotice,
} from '../messages/subscription-notices.ts'
import type { Change } from '../model/change.ts'
import type { Log } from '../model/log.ts'
import type { Mute } from '../model/mute.ts'
import { isSameName } from '../model/name.ts'
import type { Post } from '../slack/post.ts'
import type { Messages } from '../slack/posted-messages.ts'
import type { AnnouncedChanges } from '../store/announced-changes.ts'
import type { Mutes } from '../store/mutes.ts'
import type { SlackSubscriptions } from '../store/slack-subscriptions.ts'

/** Changes that people make from Slack. Each is announced in its channel and can be undone there. */
export type ChangeLog = {
  /** Posts who did what. A change gets an Undo button. If the channel refuses the message, the person gets a direct message instead. */
  announce(channel: string, user: string, did: string, change?: Change): Promise<void>
  /** Undoes a change and rewrites the announcement, which stands at `place`. `id`: the value of its Undo button. */
  undo(request: UndoRequest): Promise<UndoOutcome>
}

export type UndoRequest = { id: string; user: string; place: { channel: string; ts: string } }

/** `gone`: already undone, or too old. `changed-since`: a later change has to be undone first. */
export type UndoOutcome = 'undone' | 'gone' | 'changed-since'

type ChangeLogDeps = {
  now: () => number
  newId: () => string
  post: Post
  messages: Pick<Messages, 'update'>
  nameOf: (user: string) => Promise<string>
  announced: Pick<AnnouncedChanges, 'keep' | 'take'>
  mutes: Pick<Mutes, 'change'>
  slackSubscriptions: Pick<SlackSubscriptions, 'change'>
  /** Makes this process follow changed subscriptions. */
  syncSubscriptions: () => Promise<void>
  log: Pick<Log, 'warn'>
}

/** Creates the change log. A change is stored before it is announced, because its Undo button needs the stored change. */
export function createChangeLog(deps: ChangeLogDeps): ChangeLog {
  const { announced } = deps
  return {
    async announce(channel, user, did, change) {
      const by = await deps.nameOf(user)
      const id = deps.newId()
      if (change !== undefined)
        await announced.keep(id, { at: deps.now(), channel, what: `${by} ${did}`, change })
      const undo = change === undefined ? {} : { undo: id }
      const outcome = await deps.post({ channel, content: changeNotice({ by, did, ...undo }) })
      if (outcome.kind !== 'rejected' && outcome.kind !== 'deferred') return
      deps.log.warn({ channel, reason: outcome.reason }, 'could not announce a change in its channel')
      await deps.post({ channel: user, content: changeNotAnnouncedNotice({ did, reason: outcome.reason }) })
    },
    async undo({ id, user, place }) {
      const taken = await announced.take(id)
      if (taken === undefined) return 'gone'
      if (!(await revert(deps, taken.change, user))) {
        await announced.keep(id, taken)
        return 'changed-since'
      }
      await deps.messages.update(place, changeUndoneNotice({ what: taken.what, by: await deps.nameOf(user) }))
      return 'undone'
    },
  }
}

/** Puts the previous state back. Returns false, and changes nothing, if the state is no longer what the change left. */
async function revert(deps: ChangeLogDeps, change: Change, user: string): Promise<boolean> {
  if (change.kind === 'mute') return revertMute(deps, change)
  let reverted = false
  await deps.slackSubscriptions.change(change.name, (current) => {
    reverted = isDeepStrictEqual(current, change.after)
    if (!reverted) return current
    return change.before ?? { ...change.after, ended: { by: user, at: deps.now() } }
  })
  if (reverted) await deps.syncSubscriptions()
  return reverted
}

async function revertMute(
  { mutes, now }: ChangeLogDeps,
  { channel, added, removed }: Extract<Change, { kind: 'mute' }>,
): Promise<boolean> {
  const left = added.filter(({ until }) => until === undefined || until > now())
  const isConcerned = (mute: Mute) => [...added, ...removed].some((one) => isSameMute(one, mute))
  let reverted = false
  await mutes.change(channel, (present) => {
    reverted = isDeepStrictEqual(present.filter(isConcerned), left)
    return reverted ? [...present.filter((mute) => !isConcerned(mute)), ...removed] : present
  })
  return reverted
}

/** Whether two mutes silence the same author, site or source. Their terms may differ. */
export function isSameMute(a: Mute, b: Mute): boolean {
  return a.kind === b.kind && isSameName(a.name, b.name)
}
