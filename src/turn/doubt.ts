import { adopt, settlePost, withdraw } from '../decide/bookmark.ts'
import type { Look, Posted } from '../deliver/history.ts'
import type { Intent } from '../model/bookmark.ts'
import { greatestId } from '../model/id.ts'
import { type PostedReason, postedReason, rememberFirst } from './first-card.ts'
import type { TurnDeps } from './ports.ts'
import { historyKey, historyTrouble } from './slack-troubles.ts'
import { takeUpStorm } from './storm/take-up.ts'
import { isOf, keep, type Leave, leave, markOf, type Watch } from './watch.ts'

/** Where Slack's clock has told nothing yet, a look begins so much before the intent, in ms: ours may be wrong. */
const skew = 86_400_000

/**
 * Ends the doubt about the intent of a bookmark: what Slack answered this process, or else the channel, tells whether it was posted. If it was, it is settled. If not, the
 * subscription waits until `doubtMs` have passed since the sending (Slack may store late), and is then free to post again.
 */
export async function resolveDoubt(deps: TurnDeps, watch: Watch): Promise<Leave | undefined> {
  const { intent } = watch.bookmark
  if (intent === undefined) return undefined
  const answered = deps.answers.tsOf(watch.key, intent)
  if (answered !== undefined) return settleFound(deps, watch, intent, answered)
  const lookedAt = deps.now()
  const isIt = (message: Posted) => covers(watch, intent, message)
  const look = await deps.look(placeOf(watch, intent), (messages) => messages.some(isIt))
  if (look.kind === 'unreachable') return leave(`in doubt, and ${look.reason}`, deps.now() + look.afterMs)
  tellHistory(deps, watch, look)
  const found = look.kind === 'seen' ? look.messages.find(isIt) : undefined
  if (found !== undefined) return settleFound(deps, watch, intent, found.ts)
  const end = intent.at + deps.doubtMs
  if (lookedAt < end) return leave('in doubt', end)
  if (look.kind === 'unreadable') watch.unproven = intent
  watch.bookmark = withdraw(watch.bookmark)
  return undefined
}

/** Settles a post that has arrived. Where that cannot be written it throws, and nothing else is posted before it can. */
async function settleFound(deps: TurnDeps, watch: Watch, intent: Intent, ts: string): Promise<undefined> {
  const first = await rememberFirst(deps, watch, intent, ts)
  recordFound(deps, watch, intent, { ts, ...postedReason(first, intent) })
  await keep(deps, watch, settlePost(watch.bookmark, intent, ts, deps.now(), watch.turnStart))
  deps.log.info({ subscription: watch.subscription.name, ts }, 'a post in doubt has arrived')
}

/** What a mention's address is, only the turn in which it was posted knows: where that is over, the entry has none. */
function recordFound(
  deps: TurnDeps,
  watch: Watch,
  intent: Intent,
  told: PostedReason & { ts: string },
): void {
  const became = intent.thread === undefined && intent.opens === undefined ? 'posted' : 'burst'
  const urls = new Map(watch.waiting.map(({ id, url }) => [id, url]))
  for (const id of intent.ids) {
    const url = urls.get(id) ?? intent.prints?.url ?? ''
    const { channel } = intent
    watch.unrecorded.push({ at: deps.now(), ...watch.key, id, url, became, channel, ...told })
  }
}

/**
 * Before the first post of a process: what the channel has beyond the bookmark is settled, because the bookmark may come from
 * a backup. One look a subscription.
 */
export async function confirm(deps: TurnDeps, watch: Watch): Promise<Leave | undefined> {
  if (watch.memory.confirmed) return undefined
  const { lastTs, burst, storm } = watch.bookmark
  const parents = [burst?.thread, storm?.thread].filter((ts) => ts !== undefined)
  const oldest = lastTs === undefined ? undefined : [lastTs, ...parents].sort()[0]
  const look = await lookWithThreads(deps, watch, oldest)
  if (look.kind === 'unreachable')
    return leave(`the channel cannot be read: ${look.reason}`, deps.now() + look.afterMs)
  tellHistory(deps, watch, look)
  if (look.kind === 'seen' && look.bounded && watch.memory.fromBackup) return behindUnknown(deps, watch)
  if (look.kind === 'seen') await takeOver(deps, watch, look.messages)
  delete watch.memory.fromBackup
  watch.memory.confirmed = true
  return undefined
}

/** Takes over what the channel shows, all of it or nothing: a look from the newest message on would not see the card of a storm. */
async function takeOver(deps: TurnDeps, watch: Watch, messages: Posted[]): Promise<void> {
  const { bookmark } = watch
  try {
    adoptSeen(watch, messages, deps.now())
    await takeUpStorm(deps, watch, messages)
  } catch (error) {
    watch.bookmark = bookmark
    throw error
  }
}

/** Which mentions were posted after the backup was written stands further back than a look may read: a person has to choose. */
function behindUnknown({ troubles }: TurnDeps, { subscription }: Watch): Leave {
  troubles.raise(`bookmark ${subscription.name}`, {
    subscription: subscription.name,
    channel: subscription.channel,
    code: 'place_lost',
    what: `The bookmark of ${subscription.name} comes from its backup, and ${subscription.channel} has more messages since than can be looked through.`,
    whatToDo:
      'Choose: to start from now, delete its file and the .bak beside it in DATA_DIR/bookmarks; to catch up (some may come twice), copy the one that is still whole over the other. Then restart.',
  })
  return leave('the bookmark is a backup, and the channel cannot tell what came after it')
}

/** The messages of a channel from `oldest` on, with the replies to those of ours that have any. */
async function lookWithThreads(deps: TurnDeps, watch: Watch, oldest: string | undefined): Promise<Look> {
  const look = await deps.look({ channel: watch.channel, ...(oldest === undefined ? {} : { oldest }) })
  if (look.kind !== 'seen') return look
  const parents = look.messages.filter((message) => message.replies > 0 && isOf(watch.key, message))
  for (const { ts } of parents) {
    const replies = await deps.look({ channel: watch.channel, thread: ts })
    if (replies.kind !== 'seen') return replies
    look.messages.push(...replies.messages)
  }
  return look
}

function adoptSeen(watch: Watch, messages: Posted[], now: number): void {
  const told = messages.filter((message) => isOf(watch.key, message))
  const receipts = told.flatMap(({ receipt }) => receipt ?? [])
  const [newest] = told.map(({ ts }) => ts).toSorted((a, b) => (a > b ? -1 : 1))
  if (newest === undefined) return
  const through = greatestId(receipts.map((receipt) => receipt.through))
  const posted = receipts.flatMap(({ ids }) => ids)
  watch.bookmark = adopt(watch.bookmark, { through, posted, lastTs: newest }, now, watch.turnStart)
  watch.unsaved = true
}

/** From the message before on, by Slack's own clock: ours may have jumped. */
function placeOf({ bookmark }: Watch, { channel, thread, at }: Intent) {
  const oldest = bookmark.lastTs ?? ((at - skew) / 1000).toFixed(6)
  return thread === undefined ? { channel, oldest } : { channel, thread, oldest }
}

/** A receipt, or (where Slack dropped the metadata) the mark in the first block; never of a message that was settled before. */
function covers({ key, bookmark }: Watch, intent: Intent, { ts, receipt, mark }: Posted): boolean {
  if (ts === bookmark.lastTs) return false
  if (receipt === undefined) return mark === markOf(key, intent)
  const same = receipt.subscription === key.subscription && receipt.alert === key.alert
  return same && intent.storm !== 'call' && receipt.ids.join() === intent.ids.join()
}

function tellHistory(deps: TurnDeps, watch: Watch, look: Look): void {
  if (look.kind === 'unreadable')
    deps.troubles.raise(historyKey(watch.channel), historyTrouble(watch, look.reason))
  if (look.kind === 'seen') deps.troubles.clear(historyKey(watch.channel))
}
