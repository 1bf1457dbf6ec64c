import { z } from 'zod'
import { onlyAdmins } from '../../messages/refusals.ts'
import { textMessage } from '../../messages/say.ts'
import { muteKinds } from '../../model/mute.ts'
import type { Permission } from '../permission.ts'
import type { Asker, Reply } from '../reply.ts'
import type { MuteService } from './muting.ts'

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
