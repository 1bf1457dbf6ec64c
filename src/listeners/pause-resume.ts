import type { AlertDirectory } from '../mention-api/alert-directory.ts'
import { readButtonValue } from '../messages/block-actions.ts'
import { textMessage } from '../messages/block-kit.ts'
import { onlyAdmins } from '../messages/replies.ts'
import { catchUpQuestion } from '../messages/subscription-notices.ts'
import type { Id } from '../model/id.ts'
import type { Content } from '../model/message.ts'
import type { RegisteredSubscription, SubscriptionRegistry } from '../polling/subscription-registry.ts'
import type { Post } from '../slack/post.ts'
import type { SubscriptionRequest, SubscriptionService } from '../subscriptions/subscription-service.ts'
import type { MessageAction } from './payloads.ts'
import type { Permission } from './permission.ts'
import type { Reply } from './reply.ts'

/** Pausing, resuming and unsubscribing, and the answers to the question after a long pause. Each returns what only the asker needs to know. */
export type PauseResume = {
  pause(request: SubscriptionRequest, listed: RegisteredSubscription): Promise<Content | undefined>
  resume(request: SubscriptionRequest, listed: RegisteredSubscription): Promise<Content | undefined>
  unsubscribe(request: SubscriptionRequest, listed: RegisteredSubscription): Promise<Content | undefined>
  /** A press of "Catch up" or "Start from now". */
  answerCatchUp(action: MessageAction, answer: 'catch-up' | 'from-now'): Promise<void>
}

type PauseResumeDeps = {
  subscriptions: SubscriptionService
  registry: Pick<SubscriptionRegistry, 'find'>
  alerts: Pick<AlertDirectory, 'find'>
  /** How many mentions came since a date (UTC, ms); undefined where that cannot be told. */
  cameSince: (alert: Id, date: number) => Promise<number | { atLeast: number } | undefined>
  post: Post
  may: Permission
  reply: Reply
}

/** Makes the handlers. Permission for a press in the channel is asked for here; for everything else the caller has asked. */
export function createPauseResume(deps: PauseResumeDeps): PauseResume {
  const { subscriptions, reply } = deps
  return {
    async pause(request, { fromSlack: made }) {
      if (made?.paused !== undefined) return textMessage(`${request.name} is paused already.`)
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
  const waiting = alert && (await deps.cameSince(alert.id, since))
  const content = catchUpQuestion({
    subscription: name,
    alert: alert?.id ?? '0',
    alertName: alert?.name ?? listed.subscription.alert,
    since,
    waiting,
  })
  await deps.post({ channel, content })
}
