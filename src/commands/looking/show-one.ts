import { say } from '../../messages/say.ts'
import { readButtonValue } from '../../messages/target.ts'
import type { Roster } from '../../roster.ts'
import type { Press } from '../press.ts'
import type { Reply } from '../reply.ts'
import type { LookInto } from './look-into.ts'

/** "Show me one" of a first-look line: a real mention, for the eyes of who asked. */
export function createShowOne(deps: {
  roster: Pick<Roster, 'find'>
  lookInto: Pick<LookInto, 'sample'>
  reply: Reply
}): (press: Press) => Promise<void> {
  return async (press) => {
    const name = readButtonValue(press.value)?.subscription ?? ''
    const listed = deps.roster.find(name)
    const content =
      listed === undefined
        ? say('This subscription does not exist any more.')
        : await deps.lookInto.sample(listed.subscription, press.channel)
    await deps.reply(press, content, 'beside')
  }
}
