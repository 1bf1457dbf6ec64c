import { isSameName } from '@overheard/base/name'
import { z } from 'zod'
import type { Answers } from '../../answers/index.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { replyTexts, undrawnText } from '../../messages/replies.ts'
import { type Mute, muteKinds } from '../../model/mute.ts'
import type { RegisteredSubscription } from '../../model/subscription.ts'
import { operationOfMutes } from '../../people/permission.ts'
import type { ChangeLog } from '../../subscriptions/change-log.ts'
import type { MuteService } from '../../subscriptions/mute-service.ts'
import type { Access } from '../access.ts'
import type { SubscriptionFinder } from '../find-subscription.ts'
import type { MessageAction } from '../payloads.ts'
import type { Asker, Reply } from '../reply.ts'

const unmuteValueSchema = z.tuple([z.string(), z.enum(muteKinds), z.string()])

export function readUnmuteValue(value: string) {
  const [channel, kind, name] = unmuteValueSchema.parse(JSON.parse(value))
  return { channel, kind, name }
}

type NoticeButtonDeps = {
  changes: Pick<ChangeLog, 'find' | 'undo'>
  muting: Pick<MuteService, 'unmute'>
  registry: { find(name: string): RegisteredSubscription | undefined }
  answers: Pick<Answers, 'sample'>
  access: Pick<Access, 'refusal'>
  finder: Pick<SubscriptionFinder, 'channelOf'>
  mutes: { of(channel: string): Mute[] }
  reply: Reply
}

const undoReplies = {
  gone: replyTexts.undoneAlready,
  'changed-since': replyTexts.changedSince,
} as const

export function createNoticeButtons(deps: NoticeButtonDeps) {
  const { access, reply } = deps
  const say = (asker: Asker, text: string) => reply(asker, textMessage(text), 'beside')
  return {
    async undo(action: MessageAction): Promise<void> {
      const { user, channel, ts, value } = action
      const announced = await deps.changes.find(value)
      if (announced === undefined) return say(action, undoReplies.gone())
      const { operation, alerts } = announced.permissionToUndo(user)
      const about =
        announced.channel === '' ? { forEverybody: true as const } : { channel: announced.channel }
      const refusal = await access.refusal(action, operation, { ...about, alerts })
      if (refusal !== undefined) return say(action, refusal)
      const { outcome, undrawn } = await deps.changes.undo({ id: value, user, place: { channel, ts } })
      if (outcome !== 'undone') await say(action, undoReplies[outcome]())
      else if (undrawn !== undefined) await say(action, undrawnText(undrawn, false))
    },
    async unmute(action: MessageAction): Promise<void> {
      const { channel, kind, name } = readUnmuteValue(action.value)
      const meant = deps.mutes.of(channel).filter((mute) => mute.kind === kind && isSameName(mute.name, name))
      const refusal = await access.refusal(action, operationOfMutes(meant), { channel })
      if (refusal !== undefined) return say(action, refusal)
      const ended = await deps.muting.unmute({ channel, user: action.user, kind, name })
      if (ended.length === 0) await say(action, replyTexts.notMutedAnyMore())
    },
    async showOne(action: MessageAction): Promise<void> {
      const listed = deps.registry.find(action.value)
      if (listed === undefined) return say(action, replyTexts.subscriptionGone())
      const channel = await deps.finder.channelOf(listed)
      if (channel !== action.channel) return say(action, replyTexts.postsElsewhere())
      const alerts = [listed.subscription.alert]
      const refusal = await access.refusal(action, 'read', { channel, alerts })
      if (refusal !== undefined) return say(action, refusal)
      await reply(action, await deps.answers.sample(listed.subscription, channel), 'beside')
    },
  }
}
