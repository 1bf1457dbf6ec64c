import type { Decision } from '../model/decision.ts'
import type { Mention } from '../model/mention.ts'
import type { Mute } from '../model/mute.ts'
import { isSameName, nameKey } from '../model/name.ts'
import type { Notify, Subscription } from '../model/subscription.ts'
import { conditionsOf, hostForms } from './filters.ts'
import { quietUntil } from './quiet-hours.ts'

/**
 * What a rule says of one mention at `now` (UTC, ms): a verdict that ends the matter, or nothing, and the next rule is asked.
 * `channel`: the id of the channel it is for, once that is known.
 */
type Evaluate = (mention: Mention, now: number, channel?: string) => Decision | undefined

/** What people say from Slack. It is asked for each mention, so that a change takes effect within a running turn. */
type Circumstances = {
  /** The mutes of a channel, those that have ended included. */
  mutes: (channel: string) => Mute[]
}

/** A rule, made ready for one subscription (patterns are compiled here, not for each mention). */
type Rule = (subscription: Subscription, circumstances: Circumstances) => Evaluate

/** Skips what fails one of the conditions in `only`: all of them must hold. */
const only: Rule = (subscription) => {
  const conditions = conditionsOf(subscription.only)
  return (mention) => {
    const failed = conditions.find(({ hit }) => hit(mention) === undefined)
    return failed && { kind: 'skip', reason: `only.${failed.key}` }
  }
}

/** Skips what one of the conditions in `except` hits, and says what was hit. */
const except: Rule = (subscription) => {
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
 * Skips what is older by its own date than the subscription's `maxAge`; a mention without a usable date is young. A limit that runs out
 * within quiet hours begins anew at their end: what was held then must not be lost by that.
 */
const maxAge: Rule = ({ maxAge: limit, quiet }) => {
  if (limit === undefined) return () => undefined
  return (mention, now) => {
    if (mention.date <= 0 || now - mention.date <= limit) return undefined
    const heldUntil = quiet === undefined ? undefined : quietUntil(quiet, mention.date + limit)
    if (heldUntil !== undefined && now - heldUntil <= limit) return undefined
    return { kind: 'skip', reason: 'maxAge', detail: new Date(mention.date).toISOString() }
  }
}

/** Skips what the channel has muted. The list is asked each time: a mute or its end counts from the next mention on. */
const mute: Rule = (_subscription, { mutes }) => {
  return (mention, now, channel) => {
    if (channel === undefined) return undefined
    const found = mutes(channel).find((one) => isMuted(one, mention, now))
    return found && { kind: 'skip', reason: `mute.${found.kind}`, detail: found.name }
  }
}

/** Whether a mute is in force at `now` (UTC, ms) and means this mention. */
function isMuted({ kind, name, until }: Mute, mention: Mention, now: number): boolean {
  if (until !== undefined && until <= now) return false
  if (kind === 'domain') return hostForms(mention.url).some((host) => isAtOrBelow(host, nameKey(name)))
  return isSameName(kind === 'author' ? mention.author.name : mention.source, name)
}

const isAtOrBelow = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`)

/** Holds what is not urgent during quiet hours. */
const quiet: Rule = (subscription) => {
  const { quiet: hours } = subscription
  if (hours === undefined) return () => undefined
  const urgent = hours.urgent === undefined ? undefined : conditionsOf(hours.urgent)
  const ends = remembered((now) => quietUntil(hours, now))
  return (mention, now) => {
    const end = ends(now)
    if (end === undefined) return undefined
    if (urgent?.every(({ hit }) => hit(mention) !== undefined)) return undefined
    return { kind: 'hold', reason: 'quiet', detail: new Date(end).toISOString() }
  }
}

/** Until when a subscription holds back at `now` (both UTC, ms); undefined where it does not. */
export function holdsUntil({ quiet: hours }: Subscription, now: number): number | undefined {
  return hours === undefined ? undefined : quietUntil(hours, now)
}

/** All mentions of a page are asked about with the same `now`: it is worked out once. */
function remembered(work: (now: number) => number | undefined): (now: number) => number | undefined {
  let last: { now: number; result: number | undefined } | undefined
  return (now) => {
    if (last?.now !== now) last = { now, result: work(now) }
    return last.result
  }
}

/** Every rule, in the order in which they are asked; the first verdict counts. What holds comes last: what is skipped need not wait. */
const rules: Rule[] = [only, except, maxAge, mute, quiet]

/** What is to happen with a mention: the verdict of the first rule that has one, else it is delivered. `now`: UTC, ms. */
export type Decide = (mention: Mention, now: number, channel?: string) => Decision

const noCircumstances: Circumstances = { mutes: () => [] }

/** Makes the rules ready for one subscription. */
export function decideFor(subscription: Subscription, circumstances = noCircumstances): Decide {
  const opinions = rules.map((rule) => rule(subscription, circumstances))
  return (mention, now, channel) => {
    for (const opinion of opinions) {
      const decision = opinion(mention, now, channel)
      if (decision) return decision
    }
    return { kind: 'deliver', reason: 'passed' }
  }
}

/** Whom a mention calls: those of the subscription, where all of its stricter conditions hold. */
export function notifyFor({ notify }: Pick<Subscription, 'notify'>, mention: Mention): Notify | undefined {
  if (notify === undefined) return undefined
  return conditionsOf(notify.when).every(({ hit }) => hit(mention) !== undefined) ? notify : undefined
}
