import { defined } from '@overheard/base/defined'
import { textMessage } from '../messages/kit/block-kit.ts'
import { waitWords } from '../messages/reasons.ts'
import { replyTexts } from '../messages/replies.ts'
import type { DecisionRecord } from '../model/decision.ts'
import type { Content } from '../model/message.ts'
import type { Digest } from '../model/subscription.ts'
import type { StatsRequest } from '../stats/request-plan.ts'
import type { DigestAsk } from './actions.ts'
import { fetchDigestAlert } from './compose.ts'
import { countOutcomes, isBeyondLog, loadFoundMentions, loadResponses } from './content/delivery-report.ts'
import { alertsPerPage, digestDetails } from './content/details.ts'
import {
  groupsPerPage,
  type NotPostedGroup,
  notPostedForgotten,
  notPostedMessage,
} from './content/not-posted.ts'
import type { ExplainDeps } from './dependencies.ts'

/** A person waits for the numbers, so they are shown after this time (ms), even if some are still missing. */
const figuresTimeoutMs = 8000

/** True for the requests that the window with all numbers needs: the totals of this period and of the one before, without topics. */
const isComparedTotal = (need: StatsRequest) => need.kind === 'total' && need.type !== 'topic_cloud'

/**
 * Returns one page of the digest's numbers as the mention service has them now, so they may differ from the posted digest. Never rejects.
 */
export async function explainFigures(
  deps: ExplainDeps,
  digest: Digest | undefined,
  ask: DigestAsk,
): Promise<Content> {
  if (digest === undefined) return textMessage(replyTexts.digestGone(ask.digest))
  const { channel, range } = ask
  // A digest has at least one alert.
  const pages = Math.ceil(digest.alerts.length / alertsPerPage)
  const page = Math.min(ask.page, pages - 1)
  const written = digest.alerts.slice(page * alertsPerPage, (page + 1) * alertsPerPage)
  const [fetched, handled] = await Promise.all([
    Promise.all(
      written.map((one) =>
        fetchDigestAlert(deps, one, range, {
          priority: 'command',
          timeoutMs: figuresTimeoutMs,
          isNeeded: isComparedTotal,
        }),
      ),
    ),
    isBeyondLog(deps, range)
      ? ('forgotten' as const)
      : loadResponses(deps, channel, range).then((responses) => responses.handled),
  ])
  const alerts = fetched.map(({ digested }) => digested)
  return digestDetails({ ask: { ...ask, page }, pages, alerts, ...defined({ handled }) })
}

export async function explainNotPosted(deps: ExplainDeps, ask: DigestAsk): Promise<Content> {
  const { channel, range } = ask
  if (isBeyondLog(deps, range)) return notPostedForgotten(range, deps.logRetentionMs)
  try {
    const found = await loadFoundMentions(deps, channel, range)
    if (found === undefined) return textMessage(replyTexts.nothingWatchedAnyMore())
    const groups = groupByReason(found)
    const pages = Math.max(1, Math.ceil(groups.length / groupsPerPage))
    const page = Math.min(ask.page, pages - 1)
    const shown = groups.slice(page * groupsPerPage, (page + 1) * groupsPerPage)
    const namedGroups = await Promise.all(shown.map((group) => addNames(deps, channel, group)))
    return notPostedMessage({
      ask: { ...ask, page },
      pages,
      accounting: countOutcomes(found),
      groups: namedGroups,
    })
  } catch {
    return textMessage(replyTexts.notPostedUnavailable())
  }
}

async function addNames(deps: ExplainDeps, channel: string, group: ReasonGroup): Promise<NotPostedGroup> {
  const top = group.top.map(async ({ value, count, example }) => ({
    value,
    count,
    ...(await findMuter(deps, channel, group.reason, value)),
    ...(await findCard(deps, group.reason, example)),
  }))
  return { ...group, top: await Promise.all(top) }
}

async function findMuter(
  { mutes, nameOf }: ExplainDeps,
  channel: string,
  reason: string,
  name: string,
): Promise<{ by?: string }> {
  const mute = mutes(channel).find((one) => reason === `mute.${one.kind}` && one.name === name)
  return mute === undefined ? {} : { by: await nameOf(mute.by) }
}

/** Returns the permalink of the card that a duplicate was added to. For every other reason, returns an empty object. */
async function findCard(
  { permalink }: ExplainDeps,
  reason: string,
  { channel, ts }: ReasonGroup['top'][number]['example'],
): Promise<{ card?: string }> {
  if (!reason.startsWith('duplicate') || channel === undefined || ts === undefined) return {}
  const card = await permalink({ channel, ts })
  return card === undefined ? {} : { card }
}

type ReasonGroup = Omit<NotPostedGroup, 'top'> & {
  /**
   * The most frequent deciding values: a muted name, a pattern, or the id of the mention on the card that a duplicate
   * was added to.
   */
  top: { value: string; count: number; example: DecisionRecord }[]
}

const maxShown = 3

function groupByReason(found: DecisionRecord[]): ReasonGroup[] {
  const held = found.filter(({ outcome }) => outcome !== 'posted' && outcome !== 'burst')
  const groups = Map.groupBy(held, ({ outcome, reason }) => `${outcome} ${reason}`)
  return [...groups.values()]
    .map(toReasonGroup)
    .sort((a, b) => b.count - a.count || a.reason.localeCompare(b.reason))
}

function toReasonGroup(entries: DecisionRecord[]): ReasonGroup {
  const newest = entries.toSorted((a, b) => b.at - a.at).slice(0, maxShown)
  const { outcome = 'skipped', reason = '' } = newest[0] ?? {}
  return { outcome, reason, count: entries.length, top: topValues(entries), newest }
}

function topValues(entries: DecisionRecord[]): ReasonGroup['top'] {
  const byValue = Map.groupBy(entries, decidingValue)
  return [...byValue]
    .flatMap(([value, some]) => {
      const [example] = some
      return value === undefined || example === undefined ? [] : [{ value, count: some.length, example }]
    })
    .sort((a, b) => b.count - a.count || a.value.localeCompare(b.value))
    .slice(0, maxShown)
}

/**
 * Returns a value that many mentions can share. Returns undefined for rules whose value differs for each mention, such
 * as `maxAge` and quiet hours.
 */
function decidingValue({ reason, detail }: DecisionRecord): string | undefined {
  const [rule] = reason.split('.')
  if (rule === 'duplicate') return detail?.split(',')[0]
  if (rule === 'queued') return detail && waitWords(detail)
  return rule === 'except' || rule === 'mute' ? detail : undefined
}
