import { z } from 'zod'
import { onlyAdmins } from '../../messages/refusals.ts'
import { say } from '../../messages/say.ts'
import { muteKinds } from '../../model/mute.ts'
import type { Permission } from '../permission.ts'
import type { Asker, Reply } from '../reply.ts'
import type { Muting } from './muting.ts'

/** What the "Unmute" buttons carry: channel, kind and name. */
const shape = z.tuple([z.string(), z.enum(muteKinds), z.string()])

/** Reads the value of an "Unmute" button. Throws where it is none. */
export function readUnmute(value: string) {
  const [channel, kind, name] = shape.parse(JSON.parse(value))
  return { channel, kind, name }
}

/** "Unmute" of a list of mutes. */
export function createUnmutePress(deps: {
  muting: Pick<Muting, 'unmute'>
  may: Permission
  reply: Reply
}): (press: Asker & { value: string }) => Promise<void> {
  return async (press) => {
    const { channel, kind, name } = readUnmute(press.value)
    if (!(await deps.may(press.user, channel, press.channel === channel)))
      return deps.reply(press, onlyAdmins.mayChange, 'beside')
    const ended = await deps.muting.unmute({ channel, user: press.user, kind, name })
    if (ended.length === 0) await deps.reply(press, say('It is not muted any more.'), 'beside')
  }
}
