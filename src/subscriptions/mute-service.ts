import { isDeepStrictEqual } from 'node:util'
import { defined } from '@overheard/base/defined'
import { isSameName } from '@overheard/base/name'
import type { Time } from '@overheard/base/time'
import type { z } from 'zod'
import { muteLabel } from '../messages/mute-words.ts'
import { replyTexts } from '../messages/replies.ts'
import { changeTexts } from '../messages/subscription-notices.ts'
import { muteChangeSchema } from '../model/change.ts'
import { endOfMute, type Mute, type MuteEnd, type MuteKind } from '../model/mute.ts'
import { operationOfMutes } from '../people/permission.ts'
import { type AnyChangeKind, changeKind } from './change-kind.ts'
import { type ChangeLog, isSameMute } from './change-log.ts'
import { say } from './change-texts.ts'
import type { Mutes } from './mutes.ts'

export type MuteChange = z.infer<typeof muteChangeSchema>

export type MuteService = {
  /** Returns the operation of mutes with these names. A new mute ends the one that it replaces, so it needs the permission to end that. */
  operationOf(request: {
    channel: string
    kind: MuteKind
    names: string[]
    term: MuteEnd
  }): 'mute' | 'mute-briefly'
  mute(request: {
    channel: string
    user: string
    kind: MuteKind
    name: string
    term: MuteEnd
    card?: Mute['card']
  }): Promise<'muted' | 'too-many'>
  /** Ends the mutes with that name (of all kinds, unless `kind` is given), and returns them. */
  unmute(request: { channel: string; user: string; kind?: MuteKind; name: string }): Promise<Mute[]>
}

type MuteServiceDeps = {
  now: () => Time
  mutes: Pick<Mutes, 'all' | 'change'>
  changes: Pick<ChangeLog, 'announce'>
}

/**
 * One person may set this many mutes. The limit exists because each mention is checked against all mutes of its
 * channel.
 */
const maxPerPerson = 100

export const tooManyMutesText = () => replyTexts.tooManyMutes(maxPerPerson)

/** A new mute replaces an earlier mute of the same author, source or site. */
export function createMuteService({ now, mutes, changes }: MuteServiceDeps): MuteService {
  return {
    operationOf({ channel, kind, names, term }) {
      const at = now()
      const isReplaced = (one: Mute) =>
        one.channel === channel && names.some((name) => isSameMute(one, { kind, name }))
      const added = { at, ...defined({ until: endOfMute(term, at) }) }
      return operationOfMutes([added, ...mutes.all().filter(isReplaced)])
    },
    async mute({ channel, user, kind, name, term, card }) {
      const at = now()
      const until = endOfMute(term, at)
      const mute: Mute = {
        channel,
        kind,
        name,
        by: user,
        at,
        ...defined({ until, card }),
      }
      const own = mutes.all().filter(({ by }) => by === user)
      if (own.length >= maxPerPerson) return 'too-many'
      let removed: Mute[] = []
      await mutes.change(channel, (present) => {
        removed = present.filter((one) => isSameMute(one, mute))
        return [...present.filter((one) => !isSameMute(one, mute)), mute]
      })
      const change: MuteChange = { kind: 'mute', channel, added: [mute], removed }
      await changes.announce(channel, user, () => changeTexts.muted(mute, term), change)
      return 'muted'
    },
    async unmute({ channel, user, kind, name }) {
      const isMeant = (mute: Mute) =>
        isSameName(mute.name, name) && (kind === undefined || mute.kind === kind)
      let removed: Mute[] = []
      await mutes.change(channel, (present) => {
        removed = present.filter(isMeant)
        return present.filter((mute) => !isMeant(mute))
      })
      const [first] = removed
      if (first === undefined) return []
      const change: MuteChange = { kind: 'mute', channel, added: [], removed }
      await changes.announce(channel, user, () => changeTexts.unmuted(first), change)
      return removed
    },
  }
}

export const muteChanges = (deps: { now: () => Time; mutes: Pick<Mutes, 'change'> }): AnyChangeKind =>
  changeKind('mute', muteChangeSchema, {
    permissionToUndo: ({ added, removed }) => ({
      operation: operationOfMutes([...added, ...removed]),
      alerts: [],
    }),
    undo: async (change) => ((await revertMute(deps, change)) ? 'undone' : 'changed-since'),
    afterUndo({ added, removed }) {
      const [muted = added[0]] = removed
      if (muted === undefined) return ''
      const words = { muted: muteLabel(muted) }
      return removed.length === 0 ? say.noLongerMuted(words) : say.mutedAgain(words)
    },
  })

async function revertMute(
  { mutes, now }: { now: () => Time; mutes: Pick<Mutes, 'change'> },
  { channel, added, removed }: MuteChange,
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
