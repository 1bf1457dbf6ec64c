import { isDeepStrictEqual } from 'node:util'
import { type Sentence, sentenceAsText } from '../messages/kit/dates.ts'
import {
  changeNotAnnouncedNotice,
  changeNotice,
  changeUndoneNotice,
  privateReason,
} from '../messages/subscription-notices.ts'
import type { AnnouncedChange, Change } from '../model/change.ts'
import type { Collection } from '../model/collection.ts'
import type { Log } from '../model/log.ts'
import type { Mute } from '../model/mute.ts'
import { isSameName } from '../model/name.ts'
import { longPauseMs } from '../model/pause.ts'
import type { SlackSubscription } from '../model/subscription.ts'
import type { Post } from '../slack/post.ts'
import type { Messages } from '../slack/posted-messages.ts'
import type { Mutes } from './mutes.ts'
import type { PrivateAlerts } from './private-alerts.ts'

export type ChangeLog = {
  /**
   * With `change`, the message gets an Undo button. If Slack does not accept the message in the channel, or if the channel must not read about
   * a private alert, the person gets a direct message instead.
   */
  announce(channel: string, user: string, did: Sentence, change?: Change): Promise<void>
  find(id: string): Promise<AnnouncedChange | undefined>
  /** Undoes a change and rewrites the announcement at `place`. `id` is the value of the Undo button. */
  undo(request: UndoRequest): Promise<UndoOutcome>
}

type UndoRequest = { id: string; user: string; place: { channel: string; ts: string } }

/** `gone` means that the change was undone already or is too old, and `changed-since` that a later change must be undone first. */
type UndoOutcome = 'undone' | 'gone' | 'changed-since'

type ChangeLogDeps = {
  now: () => number
  newId: () => string
  post: Post
  messages: Pick<Messages, 'update'>
  nameOf: (user: string) => Promise<string>
  announced: Pick<AnnouncedChanges, 'find' | 'keep' | 'take'>
  mutes: Pick<Mutes, 'change'>
  slackSubscriptions: Pick<Collection<SlackSubscription>, 'change'>
  pauses: {
    undo(change: Extract<Change, { kind: 'pause' }>, user: string): Promise<UndoOutcome>
    /** Makes a subscription that did not run since `since` (UTC, ms) ask before it is polled again. */
    askAfterStop(request: { name: string; user: string; since: number }): Promise<void>
  }
  undoSwap: (change: Extract<Change, { kind: 'watch' }>) => Promise<'undone' | 'changed-since'>
  syncSubscriptions: () => Promise<void>
  privateAlerts: Pick<PrivateAlerts, 'allows'>
  log: Pick<Log, 'warn'>
}

/** Stores a change before it announces it, because the Undo button needs the stored change. */
export function createChangeLog(deps: ChangeLogDeps): ChangeLog {
  const { announced } = deps
  return {
    async announce(channel, user, did, change) {
      const tellPerson = (reason: string) =>
        deps.post({ channel: user, content: changeNotAnnouncedNotice({ did: sentenceAsText(did), reason }) })
      if (change !== undefined && !(await mayBeAnnounced(deps, channel, change)))
        return void (await tellPerson(privateReason))
      const by = await deps.nameOf(user)
      const id = deps.newId()
      if (change !== undefined)
        await announced.keep(id, { at: deps.now(), channel, what: `${by} ${sentenceAsText(did)}`, change })
      const undo = change === undefined ? {} : { undo: id }
      const outcome = await deps.post({ channel, content: changeNotice({ by, did, ...undo }) })
      if (outcome.kind !== 'rejected' && outcome.kind !== 'deferred') return
      deps.log.warn(
        { channel, reason: outcome.reason },
        'could not announce a change in its channel; sending a direct message to the person who made it',
      )
      await tellPerson(outcome.reason)
    },
    find: (id) => announced.find(id),
    async undo({ id, user, place }) {
      const taken = await announced.take(id)
      if (taken === undefined) return 'gone'
      const outcome = await revert(deps, taken.change, user)
      if (outcome === 'changed-since') await announced.keep(id, taken)
      if (outcome !== 'undone') return outcome
      await deps.messages.update(
        place,
        changeUndoneNotice({ change: taken.change, what: taken.what, by: await deps.nameOf(user) }),
      )
      return outcome
    },
  }
}

/** A subscription that an admin shared with its channel may be announced there, also when it ends. */
async function mayBeAnnounced(
  { privateAlerts }: ChangeLogDeps,
  channel: string,
  change: Change,
): Promise<boolean> {
  if (change.kind === 'pause') return privateAlerts.allows(change.alert, channel)
  if (change.kind !== 'subscription') return true
  const { subscription, sharedBy } = change.after
  return sharedBy !== undefined || (await privateAlerts.allows(subscription.alert, channel))
}

async function revert(deps: ChangeLogDeps, change: Change, user: string): Promise<UndoOutcome> {
  if (change.kind === 'mute') return (await revertMute(deps, change)) ? 'undone' : 'changed-since'
  if (change.kind === 'pause') return deps.pauses.undo(change, user)
  if (change.kind === 'watch') return deps.undoSwap(change)
  const by = { by: user, at: deps.now() }
  const since = longStopEndedBy(change, by.at)
  if (since !== undefined) await deps.pauses.askAfterStop({ name: change.name, user, since })
  let reverted = false
  await deps.slackSubscriptions.change(change.name, (current) => {
    reverted = isDeepStrictEqual(current, change.after)
    if (!reverted) return current
    if (change.before === undefined) return { ...change.after, ended: by }
    return change.before
  })
  if (!reverted) return 'changed-since'
  await deps.syncSubscriptions()
  return 'undone'
}

/** Returns when the subscription ended (UTC, ms), if an undo would restart it after more than `longPauseMs`; undefined otherwise. */
function longStopEndedBy(
  { before, after }: Extract<Change, { kind: 'subscription' }>,
  now: number,
): number | undefined {
  const since = after.ended?.at
  return before !== undefined && since !== undefined && now - since > longPauseMs ? since : undefined
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

/** Two mutes of the same kind and name are the same, even if their ends differ. */
export function isSameMute(a: Mute, b: Mute): boolean {
  return a.kind === b.kind && isSameName(a.name, b.name)
}

type AnnouncedChanges = {
  keep(id: string, change: AnnouncedChange): Promise<void>
  find(id: string): Promise<AnnouncedChange | undefined>
  /** Removes a change and returns it, so that only one press undoes it. */
  take(id: string): Promise<AnnouncedChange | undefined>
  /** Removes the changes that were made before `before` (UTC, ms), and the changes that are too old to be undone. */
  prune(before: number): Promise<void>
}

const undoableMs = 30 * 86_400_000

export function createAnnouncedChanges(
  stored: Collection<AnnouncedChange>,
  now: () => number,
): AnnouncedChanges {
  return {
    keep: stored.put,
    find: stored.find,
    async take(id) {
      let taken: AnnouncedChange | undefined
      await stored.change(id, (current) => {
        taken = current
        return undefined
      })
      return taken
    },
    async prune(before) {
      const first = Math.max(before, now() - undoableMs)
      for (const { key, value } of await stored.entries())
        if (value.at < first) await stored.change(key, () => undefined)
    },
  }
}
