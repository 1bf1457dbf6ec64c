import type { Mention } from '@overheard/mention-client/mention'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { cut, isolate } from '../../messages/kit/text.ts'
import { withNotifiedUsers } from '../../messages/mention/card-additions.ts'
import { titleOf } from '../../messages/mention/mention-parts.ts'
import type { Content } from '../../model/message.ts'
import { entryOf, type Notify } from '../../model/subscription.ts'
import { say } from '../say.ts'

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
  const name = isolate(cut(entryOf(subscription), 80))
  const text =
    title === undefined || title.from === 'address' || others.length > 0
      ? say.alsoIn({ subscription: name, count: mentions.length })
      : say.titleAlsoIn({ subscription: name, title: isolate(title.words) })
  return withNotifiedUsers(textMessage(text), people)
}
