import type { Posted } from '../deliver/history.ts'
import { digestMark } from '../messages/receipt-mark.ts'
import type { DigestIntent, DigestProgress } from '../model/digest-progress.ts'
import type { DigestReceipt } from '../model/message.ts'
import { type Later, later } from './begin.ts'
import type { DigestDeps } from './ports.ts'
import { isSame, settle, threadOf, withdraw } from './progress.ts'

/** Our clock may be wrong by this much, in ms: a look begins so much before the intent. */
const skew = 86_400_000

/**
 * Ends the doubt about a part that may have been posted: what Slack answered this process, or else the channel, tells. Where it is not
 * found, it waits until `doubtMs` have passed since the sending (Slack may store late), and is then free to be posted again.
 */
export async function resolveDoubt(
  deps: DigestDeps,
  name: string,
  progress: DigestProgress,
  intent: DigestIntent,
): Promise<Later | undefined> {
  const answered = deps.answered.get(name)
  if (isSame(answered?.intent, intent)) return settleFound(deps, name, intent, answered?.ts)
  const { channel, period } = progress
  const thread = threadOf(progress, intent.part)
  const oldest = ((intent.at - skew) / 1000).toFixed(6)
  const receipt = { digest: name, period, part: intent.part }
  const isIt = (message: Posted) => isOf(message, receipt)
  const place = { channel, oldest, ...(thread === undefined ? {} : { thread }) }
  const look = await deps.look(place, (messages) => messages.some(isIt))
  if (look.kind === 'unreachable') return later(deps, `in doubt, and ${look.reason}`, look.afterMs)
  const found = look.kind === 'seen' ? look.messages.find(isIt) : undefined
  if (found !== undefined) return settleFound(deps, name, intent, found.ts)
  const left = intent.at + deps.doubtMs - deps.now()
  if (left > 0) return later(deps, 'in doubt', left)
  await deps.progress.change(name, (current) => current && withdraw(current, intent))
  return undefined
}

async function settleFound(
  deps: DigestDeps,
  name: string,
  intent: DigestIntent,
  ts: string | undefined,
): Promise<undefined> {
  await deps.progress.change(name, (current) => current && settle(current, intent, ts))
  deps.answered.delete(name)
  deps.log.info({ digest: name, ts }, 'a post in doubt has arrived')
}

/** By its receipt, or (where Slack dropped the metadata) by the mark in the first block. */
function isOf({ digest, mark }: Posted, receipt: DigestReceipt): boolean {
  if (digest === undefined) return mark === digestMark(receipt)
  return digest.digest === receipt.digest && digest.period === receipt.period && digest.part === receipt.part
}
