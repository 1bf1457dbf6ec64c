import { closestNames, isSameName } from '@overheard/base/name'
import type { Time } from '@overheard/base/time'
import type { Answers } from '../../answers/index.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { lineGuess, notUnderstood } from '../../messages/replies.ts'
import type { Content } from '../../model/message.ts'
import { type Mute, type MuteEnd, muteTerms } from '../../model/mute.ts'
import { operationOfMutes } from '../../people/permission.ts'
import type { Users } from '../../slack/users.ts'
import { type MuteService, tooManyMutesText } from '../../subscriptions/mute-service.ts'
import type { Mutes } from '../../subscriptions/mutes.ts'
import type { Here, TimeProblem } from '../../typed/moment.ts'
import { timeProblemWords } from '../../typed/problem-words.ts'
import { closestTerms, hasStart, nameInLine, readTerm } from '../../typed/term.ts'
import type { Access, Asking } from '../access.ts'
import type { SubscriptionFinder } from '../find-subscription.ts'
import type { ZoneOf } from '../reply.ts'
import type { Subcommand } from '../subcommand.ts'
import { muteList, type NamedMute } from '../texts/mutes.ts'
import { lineNotUnderstood, notMuted } from '../texts/replies.ts'
import { say } from '../texts/say.ts'
import { findMute, parseMute, parseUnmute } from './parse-mute.ts'

type MuteDeps = {
  access: Pick<Access, 'refusal' | 'readableSubscriptions'>
  finder: Pick<SubscriptionFinder, 'alertsIn' | 'inChannel'>
  answers: Pick<Answers, 'hidden'>
  zoneOf: ZoneOf
  now: () => Time
  users: Pick<Users, 'nameOf'>
  mutes: Pick<Mutes, 'of'>
  muting: MuteService
}

export const createMuteCommands = (deps: MuteDeps): Subcommand[] => [
  {
    word: 'mute',
    inLanguages: { de: 'stummschalten', es: 'silenciar', fr: 'masquer', ja: 'ミュート', pt: 'silenciar' },
    rest: 'read',
    get help() {
      return say.helpMute()
    },
    get shortHelp() {
      return say.shortHelpMute()
    },
    checksAccess: true,
    answer: (asker, line) => mute(deps, asker, line),
  },
  { word: 'unmute', rest: 'read', checksAccess: true, answer: (asker, line) => unmute(deps, asker, line) },
  { word: 'mutes', rest: 'none', answer: (asker) => mutesOf(deps, asker) },
]

async function mute(deps: MuteDeps, asker: Asking, line: string): Promise<Content | undefined> {
  const { now, access, finder, answers, muting } = deps
  const asked = parseMute(line)
  if ('problem' in asked) return lineNotUnderstood(asked.problem, asked.guesses)
  const { user, channel } = asker
  const { what: kind, name } = asked
  const here = { now: now(), zone: await deps.zoneOf(user) }
  const read = asked.term === undefined ? 'forever' : endOf(asked.term, here)
  if (typeof read === 'object' && 'problem' in read) {
    const { term: written = '' } = asked
    // A suggestion must be a term of a mute, so none has a start.
    const own = hasStart(written) ? '' : written
    const guesses = closestTerms(own, read).map((term) => `mute ${kind} ${nameInLine(name)} ${term}`)
    return notUnderstood(timeProblemWords(written, read.problem), guesses)
  }
  const term: MuteEnd = read
  const operation = muting.operationOf({ channel, kind, names: [name], term })
  const refusal = await access.refusal(asker, operation, { channel })
  if (refusal !== undefined) return textMessage(refusal)
  const outcome = await muting.mute({ channel, user, kind, name, term })
  if (outcome === 'too-many') return textMessage(tooManyMutesText())
  const readable = await access.readableSubscriptions(asker, await finder.inChannel(channel))
  return answers.hidden(readable, { channel, kind, name, by: user, at: here.now })
}

/** A mute begins now, so a term with a start is not understood. */
function endOf(written: string, here: Here): MuteEnd | { problem: TimeProblem } {
  const read = hasStart(written) ? ({ problem: { kind: 'unknown' } } as const) : readTerm(written, here)
  if ('problem' in read) return read
  const usual = (['1d', '7d', '30d'] as const).find((term) => read.until - here.now === muteTerms[term])
  return usual ?? { until: read.until }
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
  const guesses = close.map(({ kind, name }) => lineGuess(`unmute ${kind} ${nameInLine(name)}`))
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
