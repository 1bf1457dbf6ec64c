import { textMessage } from '../../messages/say.ts'
import { readButtonValue } from '../../messages/target.ts'
import type { SubscriptionRegistry } from '../../roster.ts'
import type { BlockAction } from '../press.ts'
import type { Reply } from '../reply.ts'
import type { StatusQueries } from './look-into.ts'

/** "Show me one" of a first-look line: a real mention, for the eyes of who asked. */
export function createExampleButton(deps: {
  registry: Pick<SubscriptionRegistry, 'find'>
  queries: Pick<StatusQueries, 'sample'>
  reply: Reply
}): (action: BlockAction) => Promise<void> {
  return async (action) => {
    const name = readButtonValue(action.value)?.subscription ?? ''
    const listed = deps.registry.find(name)
    const content =
      listed === undefined
        ? textMessage('This subscription does not exist any more.')
        : await deps.queries.sample(listed.subscription, action.channel)
    await deps.reply(action, content, 'beside')
  }
}
