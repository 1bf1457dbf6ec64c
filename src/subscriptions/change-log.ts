import { isSameName } from '@overheard/base/name'
import type { Time } from '@overheard/base/time'
import type { WrittenAlert } from '@overheard/mention-client/id'
import { type Sentence, sentenceAsText } from '../messages/kit/dates.ts'
import { changeTexts } from '../messages/subscription-notices.ts'
import {
  type AnnouncedChange,
  askedChangeSchema,
  type Change,
  muteChangeSchema,
  type ToldChange,
} from '../model/change.ts'
import type { Collection } from '../model/collection.ts'
import type { Log } from '../model/log.ts'
import type { Mute } from '../model/mute.ts'
import type { Post } from '../model/outbox.ts'
import type { SpeakTo } from '../people/speak-to.ts'
import type { Messages } from '../slack/posted-messages.ts'
import type { AnyChangeKind, KnownChange, UndoOutcome } from './change-kind.ts'
import { changeNotAnnouncedNotice, changeNotice, changeUndoneNotice, privateReason } from './change-texts.ts'

export type ChangeLog = {
  /**
   * Tells features about a change and announces it. The channel is `''` if the change is about the whole installation; then the person gets the
   * message, and `/mentions changes` shows it in every channel. `about` is the change, and then the message gets an Undo button; or the alerts of a change
   * that cannot be undone. If Slack does not accept the message in the channel, or if the channel must not read about a private alert, the person
   * gets a direct message instead.
   */
  announce(channel: string, user: string, did: Did, about: Change | AlertsOfChange): Promise<void>
  /** Tells features about a change that is not announced in the channel. */
  tell(channel: string, user: string, did: Did, about: AlertsOfChange): Promise<void>
  /** Returns undefined if the change was undone already or is too old, or if the feature that made it is gone. */
  find(id: string): Promise<FoundChange | undefined>
  /** Undoes a change and rewrites the announcement at `place`. `id` is the value of the Undo button. */
  undo(request: UndoRequest): Promise<Undone>
  /** Keeps a line of `/mentions` until the person confirms it. Returns the id for the button. */
  ask(asking: AskedLine): Promise<string>
  /** Returns the line, once: to the same person in the same channel, within ten minutes. */
  confirm(id: string, person: Omit<AskedLine, 'line'>): Promise<string | undefined>
}

/** Says what somebody did. It is said in the language of the channel, and to the person again in theirs. */
export type Did = () => Sentence

type Place = { channel: string; user: string }

type AskedLine = { user: string; channel: string; line: string }

/** Later, the question is far up, and the answer may be another one by now. */
const askedForMs = 10 * 60_000

/** The alerts that a change is about. */
type AlertsOfChange = { alerts: WrittenAlert[] }

type FoundChange = Pick<AnnouncedChange, 'channel'> & Pick<KnownChange, 'permissionToUndo'>

/** `undrawn` is Slack's code, or the name of the failure, if the change was undone but the announcement could not be rewritten. */
type Undone = { outcome: UndoOutcome; undrawn?: string }

type UndoRequest = { id: string; user: string; place: { channel: string; ts: string } }

type ChangeLogDeps = {
  now: () => Time
  newId: () => string
  post: Post
  messages: Pick<Messages, 'update'>
  nameOf: (user: string) => Promise<string>
  speakTo: Pick<SpeakTo, 'channel' | 'person'>
  announced: Pick<AnnouncedChanges, 'find' | 'keep' | 'take'>
  kinds: () => AnyChangeKind[]
  /** Tells features, which keep what was changed. Rejects if the store fails. */
  changed: (change: ToldChange) => Promise<void>
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
  function mustKnow(change: Change): KnownChange {
    const known = knownOf(change)
    if (known === undefined) throw new Error(`nobody can undo a change of the kind '${change.kind}'`)
    return known
  }
  /** What is about no channel is told to the person. */
  const inLanguageOf = <T>({ channel, user }: Place, run: () => T | Promise<T>): Promise<T> =>
    channel === '' ? deps.speakTo.person(user, run) : deps.speakTo.channel(channel, run)

  async function post(
    { channel, user }: Place,
    did: Did,
    { isMute = false, ...shown }: { by: string; undo?: string; isMute?: boolean },
  ): Promise<void> {
    const content = changeNotice({ ...shown, did: did() })
    const outcome = await deps.post({ channel: channel || user, content })
    if (outcome.kind !== 'rejected' && outcome.kind !== 'deferred') return
    deps.log.warn(
      { channel, reason: outcome.reason },
      'could not announce a change in its channel; sending a direct message to the person who made it',
    )
    await tellPerson({ channel, user }, did, outcome.reason, isMute)
  }
  const tellPerson = ({ channel, user }: Place, did: Did, reason: string, isMute: boolean): Promise<void> =>
    deps.speakTo.person(user, async () => {
      const content = changeNotAnnouncedNotice({ did: sentenceAsText(did()), reason, channel, isMute })
      await deps.post({ channel: user, content })
    })
  // Features hear of each change first, because they also keep what the channel must not read.
  async function announce({ channel, user }: Place, did: Did, about: Change | AlertsOfChange): Promise<void> {
    const by = await deps.nameOf(user)
    const told = { id: deps.newId(), at: deps.now(), channel, user, by, what: sentenceAsText(did()) }
    if (!('kind' in about)) {
      await deps.changed({ ...told, alerts: about.alerts })
      return post({ channel, user }, did, { by })
    }
    const known = mustKnow(about)
    await deps.changed({ ...told, alerts: known.alerts(user) })
    const isMute = (muteChangeSchema.safeParse(about).data?.added.length ?? 0) > 0
    if (!(await known.mayBeAnnounced(channel)))
      return tellPerson({ channel, user }, did, privateReason, isMute)
    const { id, at, what } = told
    await announced.keep(id, { at, channel, what: `${by} ${what}`, change: about })
    await post({ channel, user }, did, { by, undo: id, isMute })
  }
  return {
    announce: (channel, user, did, about) =>
      inLanguageOf({ channel, user }, () => announce({ channel, user }, did, about)),
    async tell(channel, user, did, { alerts }) {
      const by = await deps.nameOf(user)
      const what = sentenceAsText(await inLanguageOf({ channel, user }, did))
      await deps.changed({ id: deps.newId(), at: deps.now(), channel, user, by, what, alerts })
    },
    async ask({ user, channel, line }) {
      const id = deps.newId()
      await announced.keep(id, {
        at: deps.now(),
        channel,
        what: line,
        change: { kind: 'asked', user } as Change,
      })
      return id
    },
    async confirm(id, { user, channel }) {
      const isMeant = (asked: AnnouncedChange | undefined) =>
        askedChangeSchema.safeParse(asked?.change).data?.user === user &&
        asked?.channel === channel &&
        deps.now() - asked.at <= askedForMs
      if (!isMeant(await announced.find(id))) return undefined
      const taken = await announced.take(id)
      return isMeant(taken) ? taken?.what : undefined
    },
    async find(id) {
      const stored = await announced.find(id)
      const known = stored && knownOf(stored.change)
      return known && { channel: stored.channel, permissionToUndo: known.permissionToUndo }
    },
    async undo({ id, user, place }) {
      const taken = await announced.take(id)
      if (taken === undefined) return { outcome: 'gone' }
      const known = knownOf(taken.change)
      const outcome = (await known?.undo(user)) ?? 'gone'
      if (outcome === 'changed-since' || known === undefined) await announced.keep(id, taken)
      if (outcome !== 'undone') return { outcome }
      const by = await deps.nameOf(user)
      const { channel, what } = taken
      const alerts = known?.alerts(user) ?? []
      const undid = { id: `undo ${id}`, at: deps.now(), channel, user, by, alerts }
      const updated = await inLanguageOf({ channel, user }, async () => {
        await deps.changed({ ...undid, what: changeTexts.undid(what) })
        const content = changeUndoneNotice({ now: known?.afterUndo() ?? '', what, by })
        return deps.messages.update(place, content)
      })
      if (updated.kind === 'updated') return { outcome }
      const { reason = updated.kind } = updated
      deps.log.warn(
        { ...place, reason },
        'Slack did not let the bot rewrite the announcement of an undone change',
      )
      return { outcome, undrawn: reason }
    },
  }
}

type MutedName = Pick<Mute, 'kind' | 'name'>

/** Two mutes of the same kind and name are the same, even if their ends differ. */
export function isSameMute(a: MutedName, b: MutedName): boolean {
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
