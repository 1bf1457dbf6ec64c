import { textMessage } from '../../messages/kit/block-kit.ts'
import { plural } from '../../messages/kit/numbers.ts'
import { cut, isolate } from '../../messages/kit/text.ts'
import { withNotifiedUsers } from '../../messages/mention/card-additions.ts'
import { titleOf } from '../../messages/mention/mention-parts.ts'
import type { Mention } from '../../model/mention.ts'
import type { Content } from '../../model/message.ts'
import { entryOf, type Notify } from '../../model/subscription.ts'

const longestTitle = 100

/** Calls people to mentions that another subscription has posted in the channel. */
export function sharedCall(
  subscription: string,
  mentions: readonly Mention[],
  people: Omit<Notify, 'when'>,
): Content {
  const [first, ...others] = mentions
  const title = first && titleOf(first, longestTitle)
  // The address of a mention is posted once, with its card.
  const name = title === undefined || title.from === 'address' ? undefined : `“${isolate(title.words)}”`
  const what = name === undefined || others.length > 0 ? plural(mentions.length, 'mention') : name
  return withNotifiedUsers(textMessage(`Also in ${isolate(cut(entryOf(subscription), 80))}: ${what}`), people)
}
