import { timestampsOf } from '../insights/range.ts'
import type { DigestAsk } from '../messages/digest/actions.ts'
import {
  groupsPerPage,
  type NotPostedGroup,
  notPostedForgotten,
  notPostedMessage,
} from '../messages/digest/held-back.ts'
import { textMessage } from '../messages/say.ts'
import type { Content } from '../model/message.ts'
import { countOutcomes } from './accounting.ts'
import { loadFoundMentions } from './found.ts'
import { groupByReason, type ReasonGroup } from './held-groups.ts'
import type { ExplainDeps } from './ports.ts'

/** What was held back in a digest's period, as the log has it now, one page of it. Never rejects. */
export async function explainNotPosted(deps: ExplainDeps, ask: DigestAsk): Promise<Content> {
  const { channel, range } = ask
  if (isBeyondLog(deps, ask)) return notPostedForgotten(range, deps.logRetentionMs)
  try {
    const found = await loadFoundMentions(deps, channel, range)
    if (found === undefined) return textMessage('Nothing is watched for this channel any more.')
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
    return textMessage('What was held back cannot be read now. Try again in a minute.')
  }
}

/** Whether the log no longer has all of the period. */
export function isBeyondLog({ now, logRetentionMs: logReaches }: ExplainDeps, { range }: DigestAsk): boolean {
  return timestampsOf(range).from < now() - logReaches
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

/** Who muted it; nothing where the mute has ended since. */
async function findMuter(
  { mutes, nameOf }: ExplainDeps,
  channel: string,
  reason: string,
  name: string,
): Promise<{ by?: string }> {
  const mute = mutes(channel).find((one) => reason === `mute.${one.kind}` && one.name === name)
  return mute === undefined ? {} : { by: await nameOf(mute.by) }
}

/** The address of the card that was joined. */
async function findCard(
  { permalink }: ExplainDeps,
  reason: string,
  { channel, ts }: ReasonGroup['top'][number]['example'],
): Promise<{ card?: string }> {
  if (!reason.startsWith('duplicate') || channel === undefined || ts === undefined) return {}
  const card = await permalink({ channel, ts })
  return card === undefined ? {} : { card }
}
