import { z } from 'zod'
import { readButtonValue } from '../../messages/block-actions.ts'
import { textMessage } from '../../messages/block-kit.ts'
import { onlyAdmins } from '../../messages/replies.ts'
import { muteKinds } from '../../model/mute.ts'
import type { RegisteredSubscription } from '../../model/subscription.ts'
import type { ChangeLog } from '../../subscriptions/change-log.ts'
import type { MuteService } from '../../subscriptions/mute-service.ts'
import type { Answers } from '../answers.ts'
import type { MessageAction } from '../payloads.ts'
import type { Permission } from '../permission.ts'
import type { Asker, Reply } from '../reply.ts'

/** The value of an Unmute button: channel, kind and name. */
const unmuteValueSchema = z.tuple([z.string(), z.enum(muteKinds), z.string()])

/** Reads the value of an Unmute button. Throws if it is none. */
export function readUnmuteValue(value: string) {
  const [channel, kind, name] = unmuteValueSchema.parse(JSON.parse(value))
  return { channel, kind, name }
}

/** The buttons of notices and lists: Undo, Unmute, Show me one. */
type NoticeButtonListeners = {
  undo(action: MessageAction): Promise<void>
  unmute(action: Asker & { value: string }): Promise<void>
  /** Shows one real mention to the person who pressed. */
  showOne(action: Asker & { value: string }): Promise<void>
}

type NoticeButtonDeps = {
  changes: Pick<ChangeLog, 'undo'>
  muting: Pick<MuteService, 'unmute'>
  registry: { find(name: string): RegisteredSubscription | undefined }
  answers: Pick<Answers, 'sample'>
  may: Permission
  reply: Reply
}

const undoReplies = {
  gone: 'This is undone already, or too long ago.',
  'changed-since': 'It has been changed again since: undo the later change first.',
} as const

export function createNoticeButtons(deps: NoticeButtonDeps): NoticeButtonListeners {
  const { may, reply } = deps
  return {
    async undo(action) {
      const { user, channel, ts, value } = action
      if (!(await may(user, channel, true))) return reply(action, onlyAdmins.mayChange, 'beside')
      const outcome = await deps.changes.undo({ id: value, user, place: { channel, ts } })
      if (outcome !== 'undone') await reply(action, textMessage(undoReplies[outcome]), 'beside')
    },
    async unmute(action) {
      const { channel, kind, name } = readUnmuteValue(action.value)
      if (!(await may(action.user, channel, action.channel === channel)))
        return reply(action, onlyAdmins.mayChange, 'beside')
      const ended = await deps.muting.unmute({ channel, user: action.user, kind, name })
      if (ended.length === 0) await reply(action, textMessage('It is not muted any more.'), 'beside')
    },
    async showOne(action) {
      const name = readButtonValue(action.value)?.subscription ?? ''
      const listed = deps.registry.find(name)
      const content =
        listed === undefined
          ? textMessage('This subscription does not exist any more.')
          : await deps.answers.sample(listed.subscription, action.channel)
      await reply(action, content, 'beside')
    },
  }
}
