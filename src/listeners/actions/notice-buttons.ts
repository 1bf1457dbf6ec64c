import { z } from 'zod'
import { readButtonValue } from '../../messages/block-actions.ts'
import { textMessage } from '../../messages/block-kit.ts'
import { onlyAdmins } from '../../messages/replies.ts'
import { muteKinds } from '../../model/mute.ts'
import type { SubscriptionRegistry } from '../../polling/subscription-registry.ts'
import type { StatusQueries } from '../../status/status-queries.ts'
import type { MuteService } from '../../subscriptions/mute-service.ts'
import type { BlockAction } from '../payloads.ts'
import type { Permission } from '../permission.ts'
import type { Asker, Reply } from '../reply.ts'

/** What the "Unmute" buttons carry: channel, kind and name. */
const unmuteValueSchema = z.tuple([z.string(), z.enum(muteKinds), z.string()])

/** Reads the value of an "Unmute" button. Throws where it is none. */
export function readUnmuteValue(value: string) {
  const [channel, kind, name] = unmuteValueSchema.parse(JSON.parse(value))
  return { channel, kind, name }
}

/** "Unmute" of a list of mutes. */
export function createUnmuteButton(deps: {
  muting: Pick<MuteService, 'unmute'>
  may: Permission
  reply: Reply
}): (action: Asker & { value: string }) => Promise<void> {
  return async (action) => {
    const { channel, kind, name } = readUnmuteValue(action.value)
    if (!(await deps.may(action.user, channel, action.channel === channel)))
      return deps.reply(action, onlyAdmins.mayChange, 'beside')
    const ended = await deps.muting.unmute({ channel, user: action.user, kind, name })
    if (ended.length === 0) await deps.reply(action, textMessage('It is not muted any more.'), 'beside')
  }
}

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
