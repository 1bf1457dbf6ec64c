import type { AlertDirectory } from '../mention-api/alert-directory.ts'
import { readButtonValue } from '../messages/block-actions.ts'
import { textMessage } from '../messages/block-kit.ts'
import { onlyAdmins } from '../messages/replies.ts'
import { catchUpQuestion } from '../messages/subscription-notices.ts'
import type { Id } from '../model/id.ts'
import type { Content } from '../model/message.ts'
import type { RegisteredSubscription } from '../model/subscription.ts'
import type { Post } from '../slack/post.ts'
import type { SubscriptionRequest, SubscriptionService } from '../subscriptions/subscription-service.ts'
import type { MessageAction } from './payloads.ts'
import type { Permission } from './permission.ts'
import type { Reply } from './reply.ts'

/** Pauses, resumes and ends subscriptions, and handles the catch-up question. Each returns an answer for the asker alone, if there is one. */
export type PauseResume = {
  pause(request: SubscriptionRequest, listed: RegisteredSubscription): Promise<Content | undefined>
  resume(request: SubscriptionRequest, listed: RegisteredSubscription): Promise<Content | undefined>
  unsubscribe(request: SubscriptionRequest, listed: RegisteredSubscription): Promise<Content | undefined>
  /** A press on “Catch up” or “Start from now”. */
  answerCatchUp(action: MessageAction, answer: 'catch-up' | 'from-now'): Promise<void>
}

type PauseResumeDeps = {
  subscriptions: SubscriptionService
  alerts: Pick<AlertDirectory, 'find'>
  /** How many mentions an alert got since a date (UTC, ms); undefined if that is not known. */
  countSince: (alert: Id, date: number) => Promise<number | { atLeast: number } | undefined>
  post: Post
  may: Permission
  reply: Reply
}

/** Creates the handlers. The caller checks permission, except for answers to the catch-up question, which are checked here. */
export function createPauseResume(deps: PauseResumeDeps): PauseResume {
  const { subscriptions, reply } = deps
  return {
    async pause(request, { fromSlack }) {
      if (fromSlack?.paused !== undefined) return textMessage(`${request.name} is paused already.`)
      await subscriptions.pause(request)
      return undefined
    },
    async resume(request, listed) {
      if (listed.fromSlack?.paused === undefined) return textMessage(`${request.name} is not paused.`)
      if (listed.fromSlack.askedCatchUp !== undefined)
        return textMessage('The question in the channel waits for an answer.')
      await subscriptions.resume(request, (pausedAt) => postCatchUpQuestion(deps, request, listed, pausedAt))
      return undefined
    },
    async unsubscribe(request) {
      await subscriptions.unsubscribe(request)
      return undefined
    },
    async answerCatchUp(action, answer) {
      const { user, channel } = action
      if (!(await deps.may(user, channel, true))) return reply(action, onlyAdmins.mayChange, 'beside')
      const name = readButtonValue(action.value)?.subscription ?? ''
      if (!(await subscriptions.answerCatchUp({ user, channel, name }, answer)))
        await reply(action, textMessage('Somebody has answered already.'), 'beside')
    },
  }
}

async function postCatchUpQuestion(
  deps: PauseResumeDeps,
  { channel, name }: SubscriptionRequest,
  listed: RegisteredSubscription,
  since: number,
): Promise<void> {
  const found = await deps.alerts.find(listed.subscription.alert).catch(() => undefined)
  const alert = found?.kind === 'found' ? found.alert : undefined
  const waiting = alert && (await deps.countSince(alert.id, since))
  const content = catchUpQuestion({
    subscription: name,
    alert: alert?.id ?? '0',
    alertName: alert?.name ?? listed.subscription.alert,
    since,
    waiting,
  })
  await deps.post({ channel, content })
}
