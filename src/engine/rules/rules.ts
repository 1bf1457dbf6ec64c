import { isSameName, nameKey } from '@overheard/base/name'
import type { Time } from '@overheard/base/time'
import type { Mention } from '@overheard/mention-client/mention'
import type { Mute } from '../../model/mute.ts'
import type { Notify, Subscription } from '../../model/subscription.ts'
import { conditionsOf, hostForms, mentionText } from './filters.ts'
import type { IsOwn } from './own-voice.ts'
import { type Patterns, wordPatterns } from './patterns.ts'
import { quietUntil } from './quiet-hours.ts'

/** `reason` names the rule, and `detail` is the value that the rule matched. The card of a delivered mention shows the `remark` of a feature. */
export type Decision = { kind: 'deliver' | 'skip' | 'hold'; reason: string; detail?: string; remark?: string }

/**
 * Returns a decision, or undefined to ask the next rule. `channel` is the channel's id; undefined
 * if it is not known yet.
 */
type Evaluate = (mention: Mention, now: Time, channel?: string) => Decision | undefined

/** These settings are read for each mention, so that a change in Slack takes effect during a poll. */
type SlackSettings = {
  mutes: (channel: string) => Mute[]
}

/** A rule that a feature adds for one subscription. If it delivers, the rules after it are asked all the same. */
export type AddedRule = (mention: Mention, now: Time) => Decision | undefined

/** The settings that hold for all subscriptions. `added` are the rules of features: they are asked after the first decision is wanted. */
type CommonSettings = Partial<SlackSettings> & {
  isOwn?: IsOwn
  added?: (subscription: Subscription) => AddedRule[]
}

/** Returns undefined for a rule that the subscription does not have. */
type Rule = (subscription: Subscription, slackSettings: SlackSettings) => Evaluate | undefined

const only: Rule = (subscription) => {
  if (subscription.only === undefined) return undefined
  const conditions = conditionsOf(subscription.only)
  return (mention) => {
    const failed = conditions.find(({ hit }) => hit(mention) === undefined)
    const value = failed?.read?.(mention)
    return failed && { kind: 'skip', reason: `only.${failed.key}`, ...(value && { detail: value }) }
  }
}

const except: Rule = (subscription) => {
  if (subscription.except === undefined) return undefined
  const conditions = conditionsOf(subscription.except)
  return (mention) => {
    for (const { key, hit } of conditions) {
      const detail = hit(mention)
      if (detail !== undefined) return { kind: 'skip', reason: `except.${key}`, detail }
    }
    return undefined
  }
}

/**
 * Skips a mention whose own date is longer ago than `maxAge`. A mention without a date is never too old. If the limit ends during quiet
 * hours, the limit starts again at the end of the quiet hours, so that held mentions are not lost.
 */
const maxAge: Rule = ({ maxAge: limit, quiet }) => {
  if (limit === undefined) return undefined
  return (mention, now) => {
    if (mention.date <= 0 || now - mention.date <= limit) return undefined
    const heldUntil = quiet === undefined ? undefined : quietUntil(quiet, mention.date + limit)
    if (heldUntil !== undefined && now - heldUntil <= limit) return undefined
    return { kind: 'skip', reason: 'maxAge', detail: new Date(mention.date).toISOString() }
  }
}

const mute: Rule = (_subscription, { mutes }) => {
  const findMute = muteFinder()
  return (mention, now, channel) => {
    if (channel === undefined) return undefined
    const found = findMute(mutes(channel), mention, now)
    return found && { kind: 'skip', reason: `mute.${found.kind}`, detail: found.name }
  }
}

/** Returns a function that finds the mute in force that a mention matches. It compiles the words of a mute once. */
export function muteFinder(): (mutes: readonly Mute[], mention: Mention, now: Time) => Mute | undefined {
  const wordMutes = new WeakMap<Mute, Patterns>()
  function isMuted(one: Mute, mention: Mention, now: Time): boolean {
    const { kind, name, until } = one
    if (until !== undefined && until <= now) return false
    if (kind === 'domain') return hostForms(mention.url).some((host) => isAtOrBelow(host, nameKey(name)))
    if (kind !== 'word') return isSameName(kind === 'author' ? mention.author.name : mention.source, name)
    const pattern = wordMutes.get(one) ?? wordPatterns([name])
    wordMutes.set(one, pattern)
    return pattern(mentionText(mention)) !== undefined
  }
  return (mutes, mention, now) => mutes.find((one) => isMuted(one, mention, now))
}

const isAtOrBelow = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`)

/** Holds mentions that are not urgent during quiet hours. The detail of the decision is the end of the quiet hours. */
const quiet: Rule = (subscription) => {
  const { quiet: hours } = subscription
  if (hours === undefined) return undefined
  const urgent = hours.urgent === undefined ? undefined : conditionsOf(hours.urgent)
  const endAt = memoizeLast((now) => quietUntil(hours, now))
  return (mention, now) => {
    const end = endAt(now)
    if (end === undefined) return undefined
    if (urgent?.every(({ hit }) => hit(mention) !== undefined)) return undefined
    return { kind: 'hold', reason: 'quiet', detail: new Date(end).toISOString() }
  }
}

export function holdsUntil({ quiet: hours }: Subscription, now: Time): number | undefined {
  return hours === undefined ? undefined : quietUntil(hours, now)
}

/** Caches the last result, because all mentions of a page are evaluated with the same `now`. */
function memoizeLast(work: (now: Time) => number | undefined): (now: Time) => number | undefined {
  let last: { now: Time; result: number | undefined } | undefined
  return (now) => {
    if (last?.now !== now) last = { now, result: work(now) }
    return last.result
  }
}

/**
 * The first rule that decides counts. A feature adds its own as `rule` (kernel/feature.ts), which is asked after these, and `quiet` comes last, because a
 * mention that another rule skips need not wait. messages/reasons.ts has the words of each reason.
 */
const rules: Rule[] = [only, except, maxAge, mute]

/** Returns the first decision of a rule, or `deliver` if no rule decides. */
export type Decide = (mention: Mention, now: Time, channel?: string) => Decision

export function decideFor(
  subscription: Subscription,
  { mutes = () => [], isOwn = () => false, added = () => [] }: CommonSettings = {},
): Decide {
  let evaluations: Evaluate[] | undefined
  return (mention, now, channel) => {
    evaluations ??= [
      ...rules.flatMap((rule) => rule(subscription, { mutes }) ?? []),
      ...added(subscription),
      ...[quiet(subscription, { mutes })].filter((rule) => rule !== undefined),
    ]
    let delivered: Decision = { kind: 'deliver', reason: isOwn(mention) ? 'own' : 'passed' }
    for (const evaluate of evaluations) {
      const decision = evaluate(mention, now, channel)
      if (decision?.kind === 'deliver') delivered = { ...decision, ...delivered }
      else if (decision) return decision
    }
    return delivered
  }
}

function notifyFor({ notify }: Pick<Subscription, 'notify'>, mention: Mention): Notify | undefined {
  if (notify === undefined) return undefined
  return conditionsOf(notify.when).every(({ hit }) => hit(mention) !== undefined) ? notify : undefined
}

/** A mention is urgent if it matches `notify.when` of the subscription. */
export function isUrgent(subscription: Pick<Subscription, 'notify'>, mention: Mention): boolean {
  return notifyFor(subscription, mention) !== undefined
}

/** Returns until when quiet hours hold back messages about this mention (UTC, ms); undefined if a message may be sent now. */
export function mentionQuietUntil(
  subscription: Subscription,
  mention: Mention,
  now: Time,
): number | undefined {
  return quiet(subscription, { mutes: () => [] })?.(mention, now) && holdsUntil(subscription, now)
}

export function notifiedBy(
  subscription: Pick<Subscription, 'notify'>,
  mentions: readonly Mention[],
): { notify?: Omit<Notify, 'when'> } {
  const found = mentions.map((mention) => notifyFor(subscription, mention)).find((notify) => notify)
  if (found === undefined) return {}
  const { users, groups, here } = found
  return { notify: { users, groups, here } }
}
