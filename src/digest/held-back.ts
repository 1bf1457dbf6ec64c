import { momentsOf } from '../insights/range.ts'
import type { DigestAsk } from '../messages/digest/actions.ts'
import { groupsPerPage, heldBack, heldBackForgotten, type ShownGroup } from '../messages/digest/held-back.ts'
import { say } from '../messages/say.ts'
import type { Content } from '../model/message.ts'
import { accountFor } from './accounting.ts'
import { foundFor } from './found.ts'
import { groupHeld, type HeldGroup } from './held-groups.ts'
import type { AskDeps } from './ports.ts'

/** What was held back in a digest's period, as the log has it now, one page of it. Never rejects. */
export async function heldBackOf(deps: AskDeps, ask: DigestAsk): Promise<Content> {
  const { channel, range } = ask
  if (isForgotten(deps, ask)) return heldBackForgotten(range, deps.logReaches)
  try {
    const found = await foundFor(deps, channel, range)
    if (found === undefined) return say('Nothing is watched for this channel any more.')
    const groups = groupHeld(found)
    const pages = Math.max(1, Math.ceil(groups.length / groupsPerPage))
    const page = Math.min(ask.page, pages - 1)
    const shown = groups.slice(page * groupsPerPage, (page + 1) * groupsPerPage)
    const told = await Promise.all(shown.map((group) => withNames(deps, channel, group)))
    return heldBack({ ask: { ...ask, page }, pages, accounting: accountFor(found), groups: told })
  } catch {
    return say('What was held back cannot be read now. Try again in a minute.')
  }
}

/** Whether the log no longer has all of the period. */
export function isForgotten({ now, logReaches }: AskDeps, { range }: DigestAsk): boolean {
  return momentsOf(range).from < now() - logReaches
}

async function withNames(deps: AskDeps, channel: string, group: HeldGroup): Promise<ShownGroup> {
  const top = group.top.map(async ({ value, count, example }) => ({
    value,
    count,
    ...(await mutedBy(deps, channel, group.reason, value)),
    ...(await cardOf(deps, group.reason, example)),
  }))
  return { ...group, top: await Promise.all(top) }
}

/** Who muted it; nothing where the mute has ended since. */
async function mutedBy(
  { mutes, nameOf }: AskDeps,
  channel: string,
  reason: string,
  name: string,
): Promise<{ by?: string }> {
  const mute = mutes(channel).find((one) => reason === `mute.${one.kind}` && one.name === name)
  return mute === undefined ? {} : { by: await nameOf(mute.by) }
}

/** The address of the card that was joined. */
async function cardOf(
  { permalink }: AskDeps,
  reason: string,
  { channel, ts }: HeldGroup['top'][number]['example'],
): Promise<{ card?: string }> {
  if (!reason.startsWith('duplicate') || channel === undefined || ts === undefined) return {}
  const card = await permalink({ channel, ts })
  return card === undefined ? {} : { card }
}
