import { defined } from '@overheard/base/defined'
import type { Ms, Time } from '@overheard/base/time'
import { type Journal, resolveUnconfirmed, type SendResult, sendMessage } from '@overheard/post-once'
import { wasParentDeleted } from '@overheard/post-once/message'
import { blame, concludeTries, type Refusals, setAside } from '@overheard/post-once/unknown-codes'
import { fallbacksOf } from '../messages/kit/fallbacks.ts'
import { problemTexts } from '../messages/problems/problem-texts.ts'
import { FencedError } from '../model/fenced-error.ts'
import type { PostedMessage } from '../model/history.ts'
import type { Content, DigestReceipt } from '../model/message.ts'
import type { Outgoing } from '../model/outbox.ts'
import { waitOf } from '../model/problem.ts'
import type { Digest } from '../model/subscription.ts'
import { digestMark } from '../slack/receipt-mark.ts'
import { catchUpWindowMs, dueAt, isWithinCatchUp, periodsOf } from './content/period.ts'
import type { DigestDeps } from './dependencies.ts'
import type { DigestProgress, PendingDigestPart } from './progress.ts'
import {
  type DueDigest,
  digestProblemKey,
  type RetryLater,
  retryLater,
  startDigest,
  stoppedByProblem,
} from './start.ts'

export const noRefusals: Refusals = { refused: new Map() }

/** `not-due` means that the digest was not due within the last day, and `done` that every part of the digest is posted or given up. */
export type DigestResult = { kind: 'not-due' } | { kind: 'done' } | RetryLater

/**
 * Posts the remaining parts of a due digest: the parent, then its thread. Rejects if the store cannot be read or
 * written.
 */
export async function sendDigest(deps: DigestDeps, digest: Digest, at = deps.now()): Promise<DigestResult> {
  const due = findDue(deps, digest, at)
  if (due === undefined) return { kind: 'not-due' }
  for (;;) {
    const progress = await loadOrStart(deps, due)
    if ('kind' in progress)
      return progress.kind === 'later' ? progress : sendDigest(deps, digest, progress.slackTime)
    const { pending } = progress
    const part = nextPart(progress)
    if (pending === undefined && part === undefined) {
      await deps.progress.change(digest.name, (current) => current && withoutMessages(current))
      return { kind: 'done' }
    }
    const later =
      pending === undefined
        ? await postPart(deps, { digest, progress, part: part ?? 0 })
        : await resolvePart(deps, digest.name, progress, pending)
    if (later !== undefined) return later
  }
}

/** Finds the digest of the last run whose dates are over in UTC, too. Returns undefined if it was due more than a day ago. */
function findDue({ lastSlot }: DigestDeps, digest: Digest, now: Time): DueDigest | undefined {
  const dueBefore = (at: Time): DueDigest | undefined => {
    const slot = lastSlot(digest, at)
    if (slot === undefined) return undefined
    const period = periodsOf(digest)(slot)
    return { digest, period, slot: dueAt(slot, period) }
  }
  const last = dueBefore(now)
  const waits = last !== undefined && last.slot > now
  const due = waits ? dueBefore(last.slot - catchUpWindowMs) : last
  return due !== undefined && isWithinCatchUp(due.slot, now) ? due : undefined
}

async function loadOrStart(deps: DigestDeps, due: DueDigest): ReturnType<typeof startDigest> {
  const known = await deps.progress.find(due.digest.name)
  return known?.period === due.period.key ? known : startDigest(deps, due)
}

type DuePart = { digest: Digest; progress: DigestProgress; part: number }

const longestWaitMs = 30_000

async function postPart(deps: DigestDeps, due: DuePart): Promise<RetryLater | undefined> {
  const { digest, progress, part } = due
  const content = progress.messages[part]
  if (content === undefined) return undefined
  const journal = digestJournal(deps, digest.name)
  const message = outgoingPart(deps, due, content)
  try {
    const { result } = await sendMessage(deps, journal, progress, message, () => longestWaitMs)
    return await concludePart(deps, due, result)
  } catch (error) {
    if (error instanceof FencedError) return retryLater(deps, 'another process posts it')
    throw error
  }
}

const senderOf = (digest: string) => `digest ${digest}`

function outgoingPart(
  deps: DigestDeps,
  { digest: { name }, progress, part }: DuePart,
  content: Content,
): Outgoing<PendingDigestPart> {
  const thread = threadOf(progress, part)
  const receipt = { digest: name, period: progress.period, part }
  return {
    sender: senderOf(name),
    draft: { channel: progress.channel, digest: receipt, ...defined({ thread }) },
    forms: formsOf(deps, content),
    mark: digestMark(receipt),
    pending: (sent) => ({ part, by: deps.self, ...sent }),
  }
}

/**
 * Returns the forms of a message in the order in which Slack gets them until it accepts one: the full form, the form without charts, then
 * plainer forms.
 */
function formsOf({ charts }: DigestDeps, content: Content): Content[] {
  const forms = charts.versions(content)
  return [...forms, ...[...fallbacksOf(forms.at(-1) ?? content)].slice(1)]
}

/**
 * Stores the progress of a digest. The pending part names its process and time, so it is also the fence: a write changes nothing if another
 * pending part is stored.
 */
function digestJournal(deps: DigestDeps, name: string): Journal<DigestProgress, PendingDigestPart> {
  const change = async (state: DigestProgress, next: (current: DigestProgress) => DigestProgress) =>
    (await deps.progress.change(name, (current) => current && next(current))) ?? state
  return {
    async begin(state, pending) {
      const kept = await change(state, (current) => withPending(current, pending, state.pending))
      if (!isSamePart(kept.pending, pending))
        throw new FencedError(`another process posts the digest ${name}`)
      return kept
    },
    async commit(state, pending, { ts, form }) {
      const content = state.messages[pending.part]
      if (content !== undefined) deps.charts.accepted(content, form)
      await announceDigest(deps, name, state, pending, ts)
      const kept = await change(state, (current) => withPosted(current, pending, ts))
      deps.outboxMemory.forgetConfirmed(senderOf(name))
      return kept
    },
    abandon: (state, pending) => change(state, (current) => withoutPending(current, pending)),
    flush: async (state) => state,
  }
}

/** Announces the first part before its commit, so that a crash in between repeats the event and loses none. */
async function announceDigest(
  { announce }: DigestDeps,
  digest: string,
  { period, channel, messages }: DigestProgress,
  { part }: PendingDigestPart,
  ts: string,
): Promise<void> {
  if (part === 0) await announce?.({ digest, period, channel, ts, messages })
}

function reportWait({ problems, now }: DigestDeps, { name, channel }: Digest, forMs: Ms): void {
  const wait = waitOf(forMs, now())
  if (wait === undefined) return
  const { end, ...times } = wait
  const text = problemTexts.slackWaits(channel, end)
  problems.raise(digestProblemKey(name), {
    stops: stoppedByProblem(name),
    channel,
    code: 'slack_waits',
    ...times,
    ...text,
  })
}

async function concludePart(
  deps: DigestDeps,
  due: DuePart,
  result: SendResult,
): Promise<RetryLater | undefined> {
  const { digest } = due
  switch (result.kind) {
    case 'posted':
      deps.unclear.delete(digest.name)
      deps.problems.clear(digestProblemKey(digest.name))
      return undefined
    case 'unconfirmed':
      deps.log.warn(
        { digest: digest.name, reason: result.reason },
        'a post is unconfirmed: Slack gave no clear answer, or this process was held up before it sent the post; searching the channel before posting again',
      )
      return undefined
    case 'stopping':
      return retryLater(deps, 'stopping')
    case 'no-room':
      reportWait(deps, digest, result.afterMs)
      return retryLater(deps, 'the channel is at its limit', result.afterMs)
    case 'rate-limited':
      reportWait(deps, digest, result.afterMs)
      return retryLater(deps, result.reason, result.afterMs)
    case 'refused':
      return refused(deps, due, result)
    case 'blocked':
      return blocked(deps, due, result)
  }
}

/** A problem about a part that was given up is shown for this time, in ms, because no event clears it. */
const refusalShownMs = 86_400_000

/**
 * Gives up a part only if the part is certainly the cause of the refusal. After an unknown code, the part is retried with growing pauses,
 * and is given up (or posted outside its thread) if Slack accepts other messages meanwhile.
 */
async function refused(
  deps: DigestDeps,
  { digest, progress, part }: DuePart,
  { reason, unclear }: Extract<SendResult, { kind: 'refused' }>,
): Promise<RetryLater | undefined> {
  const { name, channel } = digest
  const warn = (next: string) =>
    deps.log.warn({ digest: name, part, reason }, `Slack refused part of a digest in every form; ${next}`)
  if (unclear === undefined) {
    warn('skipping the part')
    await giveUp(deps, digest, part)
    return undefined
  }
  const partName = `${progress.period} ${part}`
  const tries = deps.unclear.get(name)
  const refusals = tries === undefined ? noRefusals : { ...noRefusals, tries }
  const inThread = threadOf(progress, part) !== undefined
  const now = { accepted: deps.accepted(progress.channel), replies: 0, inThread }
  const blamed = blame(refusals, partName, now)
  if (blamed !== undefined) deps.unclear.delete(name)
  if (blamed === 'thread') {
    warn('trying again outside the thread')
    await deps.progress.change(name, (current) => current && outsideThread(current))
    return undefined
  }
  if (blamed === 'message') {
    warn('skipping the part')
    await giveUp(deps, digest, part)
    deps.problems.clear(digestProblemKey(name))
    deps.problems.raise(`rejected ${name} ${part}`, {
      stops: stoppedByProblem(name),
      channel,
      ...problemTexts.digestPartRejected(name, part + 1, unclear),
      until: deps.now() + refusalShownMs,
    })
    return undefined
  }
  warn('trying again later')
  const tried = concludeTries(setAside(refusals, partName, { ...now, code: unclear }), {
    accepted: now.accepted,
    now: deps.now(),
    runStart: deps.now(),
  })
  if (tried.refusals.tries !== undefined) deps.unclear.set(name, tried.refusals.tries)
  deps.problems.raise(digestProblemKey(name), {
    stops: stoppedByProblem(name),
    channel,
    code: unclear,
    ...problemTexts.digestUnknownCode(name, channel, unclear),
  })
  return retryLater(deps, unclear, (tried.stuck?.retryAt ?? deps.now()) - deps.now())
}

async function blocked(
  deps: DigestDeps,
  { digest, part }: DuePart,
  { scope, reason }: Extract<SendResult, { kind: 'blocked' }>,
): Promise<RetryLater | undefined> {
  const { name, channel } = digest
  if (scope === 'thread') {
    if (wasParentDeleted(reason)) await giveUp(deps, digest, part)
    else await deps.progress.change(name, (current) => current && outsideThread(current))
    return undefined
  }
  deps.problems.raise(digestProblemKey(name), {
    stops: stoppedByProblem(name),
    channel,
    code: reason,
    ...problemTexts.digestRefused(name, channel, reason),
  })
  return retryLater(deps, reason)
}

async function giveUp(deps: DigestDeps, { name }: Digest, part: number): Promise<void> {
  const pending = { part, by: deps.self, at: deps.now() }
  await deps.progress.change(name, (current) => current && withPosted(withPending(current, pending), pending))
}

/** Searches Slack for a pending part. Returns undefined if the part is posted or may be posted again. */
async function resolvePart(
  deps: DigestDeps,
  name: string,
  progress: DigestProgress,
  pending: PendingDigestPart,
): Promise<RetryLater | undefined> {
  const { channel, period } = progress
  const { part, slackAt } = pending
  const thread = threadOf(progress, part)
  const found = await resolveUnconfirmed(deps, {
    sender: senderOf(name),
    pending,
    channel,
    ...defined({ thread, slackAt }),
    isProof: (message) => hasReceipt(message, { digest: name, period, part }),
  })
  if (found.kind === 'wait') return retryLater(deps, found.reason, found.until - deps.now())
  if (found.kind === 'posted') await announceDigest(deps, name, progress, pending, found.ts)
  await deps.progress.change(
    name,
    (current) =>
      current &&
      (found.kind === 'posted' ? withPosted(current, pending, found.ts) : withoutPending(current, pending)),
  )
  deps.outboxMemory.forgetConfirmed(senderOf(name))
  if (found.kind === 'posted')
    deps.log.info(
      { digest: name, ts: found.ts },
      'found the unconfirmed post in its channel; it is not posted again',
    )
  return undefined
}

function hasReceipt({ digest, mark }: PostedMessage, receipt: DigestReceipt): boolean {
  if (digest === undefined) return mark === digestMark(receipt)
  return digest.digest === receipt.digest && digest.period === receipt.period && digest.part === receipt.part
}

function nextPart({ messages, done }: DigestProgress): number | undefined {
  const next = messages.findIndex((_, part) => !done.some((one) => one.part === part))
  return next === -1 || (next > 0 && parentTs(done) === undefined) ? undefined : next
}

function parentTs(done: DigestProgress['done']): string | undefined {
  return done.find(({ part }) => part === 0)?.ts
}

function threadOf({ done, inChannel }: DigestProgress, part: number): string | undefined {
  return part === 0 || inChannel ? undefined : parentTs(done)
}

function outsideThread(current: DigestProgress): DigestProgress {
  return { ...current, inChannel: true }
}

/**
 * Changes nothing if `pending` is not the next part, or if another process has a pending part. `own` is the earlier
 * pending part of this process.
 */
function withPending(
  current: DigestProgress,
  pending: PendingDigestPart,
  own?: PendingDigestPart,
): DigestProgress {
  const isFree = current.pending === undefined || (own !== undefined && isSamePart(current.pending, own))
  return isFree && nextPart(current) === pending.part ? { ...current, pending } : current
}

function withPosted(current: DigestProgress, pending: PendingDigestPart, ts?: string): DigestProgress {
  if (!isSamePart(current.pending, pending)) return current
  const done = [...current.done, { part: pending.part, ...defined({ ts }) }]
  return withoutPending({ ...current, done }, pending)
}

function withoutPending(current: DigestProgress, pending: PendingDigestPart): DigestProgress {
  if (!isSamePart(current.pending, pending)) return current
  const { pending: _abandoned, ...rest } = current
  return rest
}

function withoutMessages(current: DigestProgress): DigestProgress {
  return current.messages.length === 0 ? current : { ...current, messages: [] }
}

function isSamePart(one: PendingDigestPart | undefined, other: PendingDigestPart): boolean {
  return one?.part === other.part && one.by === other.by && one.at === other.at
}
