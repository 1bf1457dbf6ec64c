import type { AlertDirectory } from '../mention-api/alert-directory.ts'
import { textMessage } from '../messages/block-kit.ts'
import { replyTexts } from '../messages/replies.ts'
import { catchUpQuestion } from '../messages/subscription-notices.ts'
import type { Id } from '../model/id.ts'
import type { Content } from '../model/message.ts'
import type { RegisteredSubscription } from '../model/subscription.ts'
import type { Post } from '../slack/post.ts'
import type { SubscriptionRequest, SubscriptionService } from '../subscriptions/subscription-service.ts'
import type { Access } from './access.ts'
import type { MessageAction } from './payloads.ts'
import type { Reply } from './reply.ts'

export type PauseResume = {
  pause(request: SubscriptionRequest, listed: RegisteredSubscription): Promise<Content | undefined>
  resume(request: SubscriptionRequest, listed: RegisteredSubscription): Promise<Content | undefined>
  unsubscribe(request: SubscriptionRequest, listed: RegisteredSubscription): Promise<Content | undefined>
  askCatchUp(question: { channel: string; name: string; since: number }): Promise<void>
  answerCatchUp(action: MessageAction, answer: 'catch-up' | 'from-now'): Promise<void>
}

type PauseResumeDeps = {
  subscriptions: SubscriptionService
  alerts: Pick<AlertDirectory, 'find'>
  countSince: (alert: Id, date: number) => Promise<number | { atLeast: number } | undefined>
  post: Post
  registry: { find(name: string): RegisteredSubscription | undefined }
  access: Pick<Access, 'refusal'>
  reply: Reply
}

/** The caller checks the permission to pause, resume and unsubscribe. `answerCatchUp` checks the permission itself. */
export function createPauseResume(deps: PauseResumeDeps): PauseResume {
  const { subscriptions, reply } = deps
  return {
    async pause(request, { fromSlack }) {
      if (fromSlack?.paused !== undefined) return textMessage(replyTexts.alreadyPaused(request.name))
      await subscriptions.pause(request)
      return undefined
    },
    async resume(request, listed) {
      if (listed.fromSlack?.paused === undefined) return textMessage(replyTexts.notPaused(request.name))
      if (listed.fromSlack.askedCatchUp !== undefined) return textMessage(replyTexts.waitsForAnswer)
      await subscriptions.resume(request, (since) => postCatchUpQuestion(deps, { ...request, since }))
      return undefined
    },
    async unsubscribe(request) {
      await subscriptions.unsubscribe(request)
      return undefined
    },
    askCatchUp: (question) => postCatchUpQuestion(deps, question),
    async answerCatchUp(action, answer) {
      const { user, channel, value: name } = action
      const alert = deps.registry.find(name)?.subscription.alert
      const alerts = alert === undefined ? [] : [alert]
      const refusal = await deps.access.refusal(action, 'change', { channel, alerts })
      if (refusal !== undefined) return reply(action, textMessage(refusal), 'beside')
      if (!(await subscriptions.answerCatchUp({ user, channel, name }, answer)))
        await reply(action, textMessage(replyTexts.answeredAlready), 'beside')
    },
  }
}

async function postCatchUpQuestion(
  deps: PauseResumeDeps,
  { channel, name, since }: { channel: string; name: string; since: number },
): Promise<void> {
  const written = deps.registry.find(name)?.subscription.alert ?? ''
  const found = await deps.alerts.find(written).catch(() => undefined)
  const alert = found?.kind === 'found' ? found.alert : undefined
  const waiting = alert && (await deps.countSince(alert.id, since))
  const content = catchUpQuestion({
    subscription: name,
    alertName: alert?.name ?? written,
    since,
    waiting,
  })
  await deps.post({ channel, content })
}
