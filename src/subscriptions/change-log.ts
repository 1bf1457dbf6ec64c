import type { Time } from '../async/time.ts'
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
import type { Post } from '../slack/post.ts'
import type { Messages } from '../slack/posted-messages.ts'
import type { AnyChangeKind, KnownChange, UndoOutcome } from './change-kind.ts'

export type ChangeLog = {
  /**
   * With `change`, the message gets an Undo button. If Slack does not accept the message in the channel, or if the channel must not read about
   * a private alert, the person gets a direct message instead.
   */
  announce(channel: string, user: string, did: Sentence, change?: Change): Promise<void>
  /** Returns undefined if the change was undone already or is too old, or if the feature that made it is gone. */
  find(id: string): Promise<FoundChange | undefined>
  /** Undoes a change and rewrites the announcement at `place`. `id` is the value of the Undo button. */
  undo(request: UndoRequest): Promise<UndoOutcome>
}

type FoundChange = Pick<AnnouncedChange, 'channel'> & Pick<KnownChange, 'permissionToUndo'>

type UndoRequest = { id: string; user: string; place: { channel: string; ts: string } }

type ChangeLogDeps = {
  now: () => Time
  newId: () => string
  post: Post
  messages: Pick<Messages, 'update'>
  nameOf: (user: string) => Promise<string>
  announced: Pick<AnnouncedChanges, 'find' | 'keep' | 'take'>
  kinds: () => AnyChangeKind[]
  log: Pick<Log, 'warn'>
}

/** Stores a change before it announces it, because the Undo button needs the stored change. */
export function createChangeLog(deps: ChangeLogDeps): ChangeLog {
  const { announced } = deps
  const knownOf = (change: Change) =>
    deps
      .kinds()
      .map((kind) => kind.of(change))
      .find((known) => known !== undefined)
  async function mayBeAnnounced(change: Change, channel: string): Promise<boolean> {
    const known = knownOf(change)
    if (known === undefined) throw new Error(`nobody can undo a change of the kind '${change.kind}'`)
    return known.mayBeAnnounced(channel)
  }
  return {
    async announce(channel, user, did, change) {
      const tellPerson = (reason: string) =>
        deps.post({ channel: user, content: changeNotAnnouncedNotice({ did: sentenceAsText(did), reason }) })
      if (change !== undefined && !(await mayBeAnnounced(change, channel)))
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
    async find(id) {
      const stored = await announced.find(id)
      const known = stored && knownOf(stored.change)
      return known && { channel: stored.channel, permissionToUndo: known.permissionToUndo }
    },
    async undo({ id, user, place }) {
      const taken = await announced.take(id)
      if (taken === undefined) return 'gone'
      const known = knownOf(taken.change)
      const outcome = (await known?.undo(user)) ?? 'gone'
      if (outcome === 'changed-since' || known === undefined) await announced.keep(id, taken)
      if (outcome !== 'undone') return outcome
      await deps.messages.update(
        place,
        changeUndoneNotice({ now: known?.afterUndo ?? '', what: taken.what, by: await deps.nameOf(user) }),
      )
      return outcome
    },
  }
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
  /** Removes the changes that were made before `before`, and the changes that are too old to be undone. */
  prune(before: number): Promise<void>
}

const undoableMs = 30 * 86_400_000

export function createAnnouncedChanges(
  stored: Collection<AnnouncedChange>,
  now: () => Time,
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
