import type { DigestIntent, DigestProgress } from '../model/digest-progress.ts'

/** The part that is to be posted next; nothing when all are settled, or when there is no parent to hang the others on. */
export function nextPart({ messages, settled }: DigestProgress): number | undefined {
  const next = messages.findIndex((_, part) => !settled.some((done) => done.part === part))
  return next === -1 || (next > 0 && tsOfParent(settled) === undefined) ? undefined : next
}

/** Slack's `ts` of the parent, once it is known. */
function tsOfParent(settled: DigestProgress['settled']): string | undefined {
  return settled.find(({ part }) => part === 0)?.ts
}

/** The thread into which a part goes; none for the parent, and where that takes no replies. */
export function threadOf({ settled, inChannel }: DigestProgress, part: number): string | undefined {
  return part === 0 || inChannel ? undefined : tsOfParent(settled)
}

/** With what is left to be posted into the channel. */
export function leaveThread(current: DigestProgress): DigestProgress {
  return { ...current, inChannel: true }
}

/** With the intent, unless somebody else has one or has settled that part: the only state from which a post may be made. */
export function intend(current: DigestProgress, intent: DigestIntent): DigestProgress {
  return current.intent === undefined && nextPart(current) === intent.part ? { ...current, intent } : current
}

/** With the part of the intent settled; without `ts`: Slack takes it in no form. */
export function settle(current: DigestProgress, intent: DigestIntent, ts?: string): DigestProgress {
  if (!isSame(current.intent, intent)) return current
  const settled = [...current.settled, { part: intent.part, ...(ts === undefined ? {} : { ts }) }]
  return withdraw({ ...current, settled }, intent)
}

/** Without the intent, for a post that surely did not happen. */
export function withdraw(current: DigestProgress, intent: DigestIntent): DigestProgress {
  if (!isSame(current.intent, intent)) return current
  const { intent: _withdrawn, ...rest } = current
  return rest
}

/** Without its messages, which nobody needs any more. */
export function finish(current: DigestProgress): DigestProgress {
  return current.messages.length === 0 ? current : { ...current, messages: [] }
}

/** Whether two intents are one: the same process at the same moment about the same part. */
export function isSame(one: DigestIntent | undefined, other: DigestIntent): boolean {
  return one?.part === other.part && one.by === other.by && one.at === other.at
}
