import { setImmediate } from 'node:timers/promises'
import { defined } from '@overheard/base/defined'
import { coalesced } from '@overheard/base/serial'
import type { Time } from '@overheard/base/time'
import type { AlertDirectory } from '@overheard/mention-client/alert-directory'
import type { Id } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import type { AddedRule } from '../../engine/index.ts'
import { cut } from '../../messages/kit/text.ts'
import type { Collection } from '../../model/collection.ts'
import type { Verdict } from '../../model/decision.ts'
import { errorMessage, type Log } from '../../model/log.ts'
import type { RegisteredSubscription, Subscription } from '../../model/subscription.ts'
import { type Classifier, trainWithPauses } from './classifier.ts'
import { createJudge } from './judge.ts'
import { mostUnlabelled } from './measure.ts'
import { letThroughText } from './messages.ts'
import { type Held, heldKey, type Learned, type Learning, type StoredLabel } from './model.ts'
import { aboutOf, nameIn } from './settings.ts'
import { hashOf, packed, signsOf, unpacked } from './words.ts'

type FilterDeps = {
  now: () => Time
  registry: { all(): RegisteredSubscription[] }
  alerts: Pick<AlertDirectory, 'find'>
  labels: Pick<Collection<StoredLabel>, 'all'>
  learning: Pick<Collection<Learning>, 'all'>
  held: Pick<Collection<Held>, 'all'>
  /** The leader, which polls, writes with these. */
  led: { held: Pick<Collection<Held>, 'change'>; learning: Pick<Collection<Learning>, 'change'> }
  leads: () => boolean
  log: Pick<Log, 'warn'>
}

/** One of this many mentions that would be held back is posted all the same, to see how often the judgement is wrong. */
const letThroughOneOf = 20

/** At most this many labels of an alert count: the newest. */
export const mostLabels = 400

/** The model is trained again after this many new mentions that nobody has judged. */
const seenBetweenFits = 100

/** What the model of an alert is trained with. */
type Teaching = { labels: StoredLabel[]; learning: Learning | undefined }

type Known = Teaching & {
  alert: Id
  /** How many mentions were seen since the model was trained. */
  unseen: Learned[]
  classifier: Classifier | undefined
}

type Judged = { state: Held['state']; verdict: Verdict | undefined }

/** What was decided about the mentions of the subscriptions, by `heldKey`. */
type Decided = Map<string, Judged>

/**
 * Judges mentions during polls, where nothing can be awaited, with what it has read before. A mention that is to be held back waits (a hold)
 * until its record is stored, and only then is skipped: so a process that dies in between loses nothing.
 */
export function createFilter(deps: FilterDeps) {
  const { registry, now, log } = deps
  const alertOf = new Map<string, Id>()
  const known = new Map<Id, Known>()
  let decided: Decided = new Map()
  let isRead = false
  const unstored = new Map<string, Held>()

  const judges = new WeakMap<Subscription, ReturnType<typeof createJudge>>()
  function judgeOf(subscription: Subscription) {
    const about = aboutOf(subscription)
    if (about === undefined) return undefined
    const judge = judges.get(subscription) ?? createJudge(subscription, about)
    judges.set(subscription, judge)
    return judge
  }

  async function read(): Promise<void> {
    const subscriptions = registry
      .all()
      .map(({ subscription }) => subscription)
      .filter((one) => aboutOf(one) !== undefined)
    for (const { name, alert } of subscriptions) {
      const found = await deps.alerts.find(alert)
      if (found.kind === 'found') alertOf.set(name, found.alert.id)
    }
    const [labels, learning, held] = await Promise.all([
      deps.labels.all(),
      deps.learning.all(),
      deps.held.all(),
    ])
    decided = new Map(
      held.map((one) => [
        heldKey(one.subscription, one.mention.id),
        { state: one.state, verdict: decided.get(heldKey(one.subscription, one.mention.id))?.verdict },
      ]),
    )
    for (const alert of new Set(alertOf.values())) {
      const before = known.get(alert)
      const next: Known = {
        alert,
        ...teachingFor(alert, labels, learning),
        unseen: before?.unseen ?? [],
        classifier: before?.classifier,
      }
      if (before === undefined || isOther(before, next)) next.classifier = await train(next)
      known.set(alert, next)
    }
    isRead = true
  }

  const readOnce = coalesced(() =>
    read().catch((error: unknown) =>
      log.warn({ error: errorMessage(error) }, 'could not read what was learned about mentions'),
    ),
  )

  /** Stores what was judged since the last time. What could not be stored stays for the next time. */
  const store = coalesced(async () => {
    if (!deps.leads()) return
    for (const [key, held] of unstored)
      try {
        const stored = await deps.led.held.change(key, (current) => current ?? held)
        if (stored !== undefined)
          decided.set(key, { state: stored.state, verdict: decided.get(key)?.verdict })
        unstored.delete(key)
      } catch (error) {
        log.warn({ error: errorMessage(error) }, 'could not store a mention that is held back; it waits')
      }
  })

  async function storeSeen(): Promise<void> {
    if (!deps.leads()) return
    for (const one of known.values()) {
      if (one.unseen.length < seenBetweenFits) continue
      const { alert, unseen } = one
      const added = [...unseen]
      one.learning = await deps.led.learning.change(alert, (current) => ({
        ...(current ?? { alert }),
        seen: [...(current?.seen ?? []), ...added].slice(-mostUnlabelled),
      }))
      // A poll may have added more meanwhile.
      unseen.splice(0, added.length)
      one.classifier = await train(one)
    }
  }

  function ruleFor(subscription: Subscription, inPoll: boolean): AddedRule | undefined {
    const about = aboutOf(subscription)
    if (about === undefined) return undefined
    const name = nameIn(about)
    return (mention) => {
      const model = modelOf(subscription)
      if (model === undefined) {
        void readOnce()
        return { kind: 'hold', reason: 'about' }
      }
      const before = decided.get(heldKey(subscription.name, mention.id))
      if (before === undefined && inPoll) noteSeen(model, mention, name)
      return before === undefined
        ? firstDecision(subscription, model, mention, inPoll)
        : decisionAgain(subscription, mention, before)
    }
  }

  function firstDecision(subscription: Subscription, model: Known, mention: Mention, inPoll: boolean) {
    const verdict = judgeOf(subscription)?.(mention, model.classifier)
    if (verdict === undefined) return undefined
    return inPoll ? holdBack(subscription, model, mention, verdict) : skipped(verdict)
  }

  /** What is held back stays so, whatever was learned since. */
  function decisionAgain(subscription: Subscription, mention: Mention, { state, verdict }: Judged) {
    if (state === 'let-through') return letThrough(subscription)
    return skipped(verdict ?? judgeOf(subscription)?.(mention, modelOf(subscription)?.classifier))
  }

  /** Undefined until everything was read. */
  function modelOf({ name }: Subscription): Known | undefined {
    const alert = alertOf.get(name)
    return isRead && alert !== undefined ? known.get(alert) : undefined
  }

  function holdBack(subscription: Subscription, { alert }: Known, mention: Mention, verdict: Verdict) {
    const { name } = subscription
    const key = heldKey(name, mention.id)
    const state = isLetThrough(key) ? 'let-through' : 'held'
    unstored.set(key, { subscription: name, alert, at: now(), state, mention })
    if (state === 'let-through') decided.set(key, { state, verdict })
    void store()
    return state === 'let-through' ? letThrough(subscription) : { ...skipped(verdict), kind: 'hold' as const }
  }

  function noteSeen(model: Known, mention: Mention, name: string): void {
    if (model.unseen.length >= mostUnlabelled || model.unseen.some(({ id }) => id === mention.id)) return
    model.unseen.push(learnedOf(mention, name))
  }

  return {
    ruleFor,
    /** Reads everything again, stores what waits, and learns from what was seen. */
    async refresh(): Promise<undefined> {
      await readOnce()
      await store()
      await storeSeen()
    },
    /** Why a mention is held back, as it is judged now. */
    verdictOf(subscription: Subscription, mention: Mention): Verdict | undefined {
      const alert = alertOf.get(subscription.name)
      return judgeOf(subscription)?.(mention, alert === undefined ? undefined : known.get(alert)?.classifier)
    },
    labelsOf(subscription: Subscription): { relevant: number; noise: number } {
      const labels = modelOf(subscription)?.labels ?? []
      const relevant = labels.filter(({ isRelevant }) => isRelevant).length
      return { relevant, noise: labels.length - relevant }
    },
  }
}

export const isLetThrough = (key: string) => hashOf(key) % letThroughOneOf === 0

/** The card says why it is posted. */
const letThrough = (subscription: Subscription) => {
  const about = aboutOf(subscription)
  return {
    ...{ kind: 'deliver' as const, reason: 'about' },
    ...(about && { remark: letThroughText(nameIn(about)) }),
  }
}

const longestWord = 40

export const skipped = (verdict: Verdict | undefined) => {
  const short = (some: string[]) => some.map((word) => cut(word, longestWord))
  const words = { against: short(verdict?.against ?? []), for: short(verdict?.for ?? []) }
  const hasWords = words.against.length + words.for.length > 0
  const detail = hasWords ? JSON.stringify(words satisfies Verdict) : undefined
  return { kind: 'skip' as const, reason: 'about', ...defined({ detail }) }
}

export const learnedOf = ({ author, ...mention }: Mention, name: string): Learned => ({
  id: mention.id,
  snippet: packed(signsOf({ ...mention, author }, name)),
  author: { name: author.name },
})

export const teachingFor = (alert: Id, labels: StoredLabel[], learning: Learning[]): Teaching => ({
  labels: labels
    .filter((one) => one.alert === alert)
    .toSorted((a, b) => b.at - a.at)
    .slice(0, mostLabels),
  learning: learning.find((one) => one.alert === alert),
})

/** What `forget` has emptied teaches nothing. */
export function train({ labels, learning }: Teaching): Promise<Classifier | undefined> {
  const used = labels.filter(({ mention }) => mention.snippet !== '')
  return trainWithPauses(
    setImmediate,
    used.map(({ isRelevant, mention }) => ({ isRelevant, signs: unpacked(mention.snippet) })),
    (learning?.seen ?? []).map(({ snippet }) => unpacked(snippet)),
    { caution: learning?.caution?.by ?? 0 },
  )
}

function isOther(before: Known, next: Known): boolean {
  const signOf = ({ labels, learning }: Known) =>
    JSON.stringify([
      labels.map(({ at, isRelevant, mention: { id, snippet } }) => [at, isRelevant, id, snippet.length]),
      learning?.seen.length,
      learning?.caution,
    ])
  return signOf(before) !== signOf(next)
}
