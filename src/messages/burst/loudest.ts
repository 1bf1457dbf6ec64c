import { compareIds } from '../../model/id.ts'
import type { Mention, Sentiment } from '../../model/mention.ts'
import { addressInText, webAddress } from '../address.ts'

/** An address longer than this stays in the thread: three of them would not fit into the parent's plain text. Characters. */
const longestInParent = 500

const sentimentRank: Record<Sentiment | 'unknown', number> = {
  negative: 0,
  neutral: 1,
  positive: 1,
  unknown: 1,
}

/** The `count` mentions that matter most, for a burst's parent: negative ones first, then by reach, then the older. */
export function chooseTopMentions(mentions: Mention[], count: number): Mention[] {
  return mentions
    .filter(({ url }) => addressInText(webAddress(url) ?? '').length <= longestInParent)
    .sort((a, b) => rankOf(a) - rankOf(b) || b.reach - a.reach || compareIds(a.id, b.id))
    .slice(0, count)
}

function rankOf({ sentiment }: Mention): number {
  return sentimentRank[sentiment ?? 'unknown']
}
