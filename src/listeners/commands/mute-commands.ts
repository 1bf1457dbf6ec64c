import { textMessage } from '../../messages/kit/block-kit.ts'
import { muteList, type NamedMute } from '../../messages/mutes.ts'
import { lineGuess, lineNotUnderstood, notMuted } from '../../messages/replies.ts'
import type { Content } from '../../model/message.ts'
import type { Mute } from '../../model/mute.ts'
import { closestNames, isSameName } from '../../model/name.ts'
import { operationOfMutes, operationOfTerm } from '../../rules/permission.ts'
import type { Users } from '../../slack/users.ts'
import { type MuteService, tooManyMutesText } from '../../subscriptions/mute-service.ts'
import type { Mutes } from '../../subscriptions/mutes.ts'
import type { Access, Asking } from '../access.ts'
import type { SubscriptionFinder } from '../find-subscription.ts'
import type { Subcommand } from '../subcommand.ts'
import { findMute, parseMute, parseUnmute } from './parse-mute.ts'

type MuteDeps = {
  access: Pick<Access, 'refusal'>
  finder: Pick<SubscriptionFinder, 'alertsIn'>
  users: Pick<Users, 'nameOf'>
  mutes: Pick<Mutes, 'of'>
  muting: MuteService
}

export const createMuteCommands = (deps: MuteDeps): Subcommand[] => [
  {
    word: 'mute',
    help: '• `mute author|source|domain|word NAME [1d|7d|30d|forever]`, `unmute NAME`, `mutes`: hide an author, site, source or word from this channel',
    shortHelp: '*`/mentions mute author NAME`*: hide an author here',
    checksAccess: true,
    answer: (asker, line) => mute(deps, asker, line),
  },
  { word: 'unmute', checksAccess: true, answer: (asker, line) => unmute(deps, asker, line) },
  { word: 'mutes', answer: (asker) => mutesOf(deps, asker) },
]

async function mute({ access, muting }: MuteDeps, asker: Asking, line: string): Promise<Content | undefined> {
  const asked = parseMute(line)
  if ('problem' in asked) return lineNotUnderstood(asked.problem, asked.guesses)
  const { user, channel } = asker
  const { what: kind, name, term } = asked
  const refusal = await access.refusal(asker, operationOfTerm(term), { channel })
  if (refusal !== undefined) return textMessage(refusal)
  const outcome = await muting.mute({ channel, user, kind, name, term })
  return outcome === 'too-many' ? textMessage(tooManyMutesText) : undefined
}

async function unmute(
  { access, muting, mutes }: MuteDeps,
  asker: Asking,
  line: string,
): Promise<Content | undefined> {
  const asked = parseUnmute(line)
  if ('problem' in asked) return lineNotUnderstood(asked.problem, asked.guesses)
  const { user, channel } = asker
  const meant = findMute(mutes.of(channel), asked)
  const ending = mutes
    .of(channel)
    .filter(
      (one) => isSameName(one.name, meant.name) && (meant.what === undefined || one.kind === meant.what),
    )
  const refusal = await access.refusal(asker, operationOfMutes(ending), { channel })
  if (refusal !== undefined) return textMessage(refusal)
  const kind = meant.what === undefined ? {} : { kind: meant.what }
  const ended = await muting.unmute({ channel, user, ...kind, name: meant.name })
  if (ended.length > 0) return undefined
  const close = closestNames(asked.name, mutes.of(channel), ({ name }) => [name])
  const guesses = close.map(({ kind, name }) => lineGuess(`unmute ${kind} ${name}`))
  return notMuted(asked.name, guesses)
}

/** A muted name reveals something about the alerts of its channel. So the person must be allowed to see all these alerts. */
async function mutesOf({ access, finder, users, mutes }: MuteDeps, asker: Asking): Promise<Content> {
  const { channel } = asker
  const refusal = await access.refusal(asker, 'read', { channel, alerts: await finder.alertsIn(channel) })
  if (refusal !== undefined) return textMessage(refusal)
  return muteList(await withNames(users.nameOf, mutes.of(channel)))
}

export function withNames(nameOf: Users['nameOf'], mutes: Mute[]): Promise<NamedMute[]> {
  return Promise.all(mutes.map(async (mute) => ({ ...mute, byName: await nameOf(mute.by) })))
}
