import { createHash } from 'node:crypto'
import type { SetTimer } from '@overheard/base/clock'
import type { Time } from '@overheard/base/time'
import { timeSchema } from '@overheard/base/time-schema'
import { rejectOnAbort, withTimeout } from '@overheard/base/timeout'
import { z } from 'zod'
import type { Fact } from '../engine/index.ts'
import { inEnglish, messages } from '../messages/kit/say.ts'
import type { Collection, CollectionKind, Entry } from '../model/collection.ts'
import { FencedError } from '../model/fenced-error.ts'
import { errorMessage, type Log } from '../model/log.ts'
import type { ProblemBoard } from '../model/problem.ts'
import { type FactName, type Facts, factSchemas, type Hooks } from './facts.ts'
import { en } from './texts.en.ts'

const say = inEnglish(messages(en, (language) => import(`./texts.${language}.ts`)))

/** A fact that a feature could not store. It is told to the feature again later. */
const missedFactSchema = z.object({
  feature: z.string(),
  fact: z.enum(['posted', 'spikeStarted', 'spikeEnded', 'handled', 'digestPosted', 'escalated', 'changed']),
  value: z.record(z.string(), z.unknown()),
  /** The message, or the change, that the fact is about. Facts about one message are told in their order. */
  about: z.string(),
  /** When it was missed: UTC, ms. */
  at: timeSchema,
})
export type MissedFact = z.infer<typeof missedFactSchema>

export const missedFactKind: CollectionKind<MissedFact> = { name: 'missed-facts', schema: missedFactSchema }

type Listening = { name: string; hooks: Partial<Hooks> }

type HooksDeps = {
  /** The running features: another list after each creation, because a reload replaces them. Throws before they are created. */
  features: () => readonly Listening[]
  missed: Collection<MissedFact>
  problems: Pick<ProblemBoard, 'raise' | 'clear'>
  now: () => Time
  setTimer: SetTimer
  stopping: AbortSignal
  log: Pick<Log, 'warn'>
}

/** A hook that takes longer, in ms, has failed. */
const hookMs = 5000
const mostTries = 3
/** Features are told again what they have missed after this time, in ms. */
const retryMs = 10_000

/** Facts that a feature has missed for this time (ms) are given up: the feature was deleted, or is broken for good. */
const missedForMs = 30 * 86_400_000

const problemKey = (feature: string) => `feature ${feature}`

function subjectOf(value: Facts[FactName]): string {
  if (!('card' in value || 'ts' in value)) return `change ${value.id}`
  const { channel, ts } = 'card' in value ? value.card : value
  return `${channel} ${ts}`
}

/**
 * Tells facts to features, one after the other. A feature that fails three times misses the fact: the fact is stored for a retry, a problem is
 * raised, and the cause goes on, so that a broken feature stops no posts. Later facts then wait, too, so those about one message stay in order. Only if
 * the fact cannot be stored either does the cause have to wait.
 */
export function createHooks(deps: HooksDeps) {
  const { log } = deps
  const missed = createMissedFacts(deps)
  /** The features that hear a fact, of those in `among`. */
  const hearing = new Map<FactName, Listening[]>()
  let among: readonly Listening[] | undefined

  function listenersOf(name: FactName): Listening[] {
    const features = deps.features()
    if (features !== among) hearing.clear()
    among = features
    const known = hearing.get(name) ?? features.filter(({ hooks }) => hooks[name] !== undefined)
    hearing.set(name, known)
    return known
  }

  async function tellOne<Name extends FactName>(
    { name: feature, hooks }: Listening,
    name: Name,
    fact: Facts[Name],
  ): Promise<void> {
    const hook = hooks[name]
    if (hook === undefined) return
    if (await missed.isBehind(feature)) return missed.keep(feature, name, fact)
    const failure = await tryThrice(() => call(deps, hook, fact, deps.stopping), deps.stopping)
    if (failure === undefined) return
    if (failure.error instanceof FencedError || deps.stopping.aborted) throw failure.error
    log.warn(
      { feature, fact: name, error: errorMessage(failure.error) },
      'a feature could not store what happened; it is told again later',
    )
    await missed.keep(feature, name, fact)
  }

  const tell =
    <Name extends FactName>(name: Name) =>
    async (fact: Facts[Name]): Promise<void> => {
      for (const feature of listenersOf(name)) await tellOne(feature, name, fact)
    }

  const hooks: Hooks = {
    posted: tell('posted'),
    spikeStarted: tell('spikeStarted'),
    spikeEnded: tell('spikeEnded'),
    handled: tell('handled'),
    digestPosted: tell('digestPosted'),
    escalated: tell('escalated'),
    changed: tell('changed'),
  }

  return {
    ...hooks,
    isHeard: (name: FactName) => listenersOf(name).length > 0,
    retryMissed: missed.retry,
    prune: missed.prune,
  }
}

async function call<Name extends FactName>(
  { setTimer }: Pick<HooksDeps, 'setTimer'>,
  hook: Hooks[Name],
  fact: Facts[Name],
  stopping?: AbortSignal,
): Promise<void> {
  const ended = (signal: AbortSignal) => rejectOnAbort(hook(fact), signal)
  await withTimeout(setTimer, hookMs, ended, stopping)
}

async function tryThrice(
  run: () => Promise<void>,
  stopping: AbortSignal,
): Promise<{ error: unknown } | undefined> {
  let failure: { error: unknown } | undefined
  for (let tries = 0; tries < mostTries; tries++) {
    try {
      await run()
      return undefined
    } catch (error) {
      failure = { error }
      if (error instanceof FencedError || stopping.aborted) break
    }
  }
  return failure
}

/** The facts that features have missed, which they are told again in their order. */
function createMissedFacts(deps: HooksDeps) {
  const { missed, problems, now } = deps
  /** Features with missed facts, as far as this process knows. */
  const behind = new Set<string>()
  const raise = (feature: string) => problems.raise(problemKey(feature), hookProblem(feature))

  function hasCaughtUp(feature: string): void {
    behind.delete(feature)
    problems.clear(problemKey(feature))
  }

  return {
    /** Another process may have told the feature everything in the meantime. */
    async isBehind(feature: string): Promise<boolean> {
      if (!behind.has(feature)) return false
      if ((await missed.all()).some((one) => one.feature === feature)) return true
      hasCaughtUp(feature)
      return false
    },
    /** The same fact has the same key, because its cause may be repeated. */
    async keep<Name extends FactName>(feature: string, fact: Name, value: Facts[Name]): Promise<void> {
      const key = createHash('sha256')
        .update(JSON.stringify([feature, fact, value]))
        .digest('hex')
        .slice(0, 32)
      const present = { feature, fact, value, about: subjectOf(value), at: now() }
      await missed.change(key, (current) => current ?? present)
      behind.add(feature)
      raise(feature)
    },
    /** Tells the features what they have missed. One process runs it after a change. Returns when it must be tried again. */
    async retry(): Promise<Time | undefined> {
      const stored = (await missed.entries()).toSorted((a, b) => a.value.at - b.value.at)
      for (const [name, entries] of Map.groupBy(stored, ({ value }) => value.feature)) {
        behind.add(name)
        const feature = deps.features().find((one) => one.name === name)
        if (feature === undefined) continue
        if (await catchUp(deps, feature, entries)) hasCaughtUp(name)
        else raise(name)
      }
      // Another process has told these everything, or what they missed is given up.
      const still = new Set(stored.map(({ value }) => value.feature))
      for (const name of behind) if (!still.has(name)) hasCaughtUp(name)
      return stored.length === 0 ? undefined : now() + retryMs
    },
    /** Removes facts that were missed so long ago that nobody will take them. */
    async prune(time: Time): Promise<void> {
      for (const { key, value } of await missed.entries())
        if (value.at < time - missedForMs) await missed.change(key, () => undefined)
    },
  }
}

/**
 * Tells the missed facts of a feature in their order. Those about a message of which an earlier one fails again have to wait. Returns true
 * if none is left.
 */
async function catchUp(deps: HooksDeps, feature: Listening, entries: Entry<MissedFact>[]): Promise<boolean> {
  const waiting = new Set<string>()
  for (const { key, value } of entries) {
    const { fact, about, at } = value
    if (waiting.has(about)) continue
    try {
      await tellAgain(deps, feature, fact, value.value)
    } catch (error) {
      waiting.add(about)
      deps.log.warn(
        { feature: feature.name, fact, waitingMs: deps.now() - at, error: errorMessage(error) },
        'a feature still cannot store what happened',
      )
      continue
    }
    await deps.missed.change(key, () => undefined)
  }
  return waiting.size === 0
}

async function tellAgain<Name extends FactName>(
  deps: HooksDeps,
  { hooks }: Listening,
  name: Name,
  value: object,
): Promise<void> {
  const hook = hooks[name]
  if (hook !== undefined) await call(deps, hook, factSchemas[name].parse(value))
}

/** A feature cannot store what happened. Its name is one of ours. */
const hookProblem = (feature: string) => ({
  stops: say.behindStops({ feature }),
  code: 'feature_behind',
  what: say.behind({ feature }),
  whatToDo: say.behindAdvice(),
})

/** Tells the facts of the engine to features. */
export function tellFeatures(
  hooks: Pick<Hooks, 'posted' | 'spikeStarted' | 'spikeEnded'>,
): (fact: Fact) => Promise<void> {
  return (fact) => {
    switch (fact.kind) {
      case 'posted':
        return hooks.posted(fact.message)
      case 'spikeStarted':
        return hooks.spikeStarted(fact.spike)
      case 'spikeEnded':
        return hooks.spikeEnded(fact.spike)
    }
  }
}
