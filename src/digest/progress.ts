import type { DigestProgress, PendingDigestPart } from '../model/digest-progress.ts'

/** The part that is to be posted next; nothing when all are settled, or when there is no parent to hang the others on. */
export function nextPart({ messages, done: settled }: DigestProgress): number | undefined {
  const next = messages.findIndex((_, part) => !settled.some((done) => done.part === part))
  return next === -1 || (next > 0 && parentTs(settled) === undefined) ? undefined : next
}

/** Slack's `ts` of the parent, once it is known. */
function parentTs(settled: DigestProgress['done']): string | undefined {
  return settled.find(({ part }) => part === 0)?.ts
}

/** The thread into which a part goes; none for the parent, and where that takes no replies. */
export function threadOf({ done, inChannel }: DigestProgress, part: number): string | undefined {
  return part === 0 || inChannel ? undefined : parentTs(done)
}

/** With what is left to be posted into the channel. */
export function leaveThread(current: DigestProgress): DigestProgress {
  return { ...current, inChannel: true }
}

/** With the intent, unless somebody else has one or has settled that part: the only state from which a post may be made. */
export function setPending(current: DigestProgress, pending: PendingDigestPart): DigestProgress {
  return current.pending === undefined && nextPart(current) === pending.part
    ? { ...current, pending }
    : current
}

/** With the part of the intent settled; without `ts`: Slack takes it in no form. */
export function commitPart(current: DigestProgress, pending: PendingDigestPart, ts?: string): DigestProgress {
  if (!isSamePart(current.pending, pending)) return current
  const done = [...current.done, { part: pending.part, ...(ts === undefined ? {} : { ts }) }]
  return abandonPart({ ...current, done }, pending)
}

/** Without the intent, for a post that surely did not happen. */
export function abandonPart(current: DigestProgress, pending: PendingDigestPart): DigestProgress {
  if (!isSamePart(current.pending, pending)) return current
  const { pending: _withdrawn, ...rest } = current
  return rest
}

/** Without its messages, which nobody needs any more. */
export function dropMessages(current: DigestProgress): DigestProgress {
  return current.messages.length === 0 ? current : { ...current, messages: [] }
}

/** Whether two intents are one: the same process at the same moment about the same part. */
export function isSamePart(one: PendingDigestPart | undefined, other: PendingDigestPart): boolean {
  return one?.part === other.part && one.by === other.by && one.at === other.at
}
