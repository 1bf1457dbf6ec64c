import type { AlertBook } from '../../alerts.ts'
import type { Post } from '../../deliver/poster.ts'
import { catchUpQuestion } from '../../messages/notices/catch-up-question.ts'
import { onlyAdmins } from '../../messages/refusals.ts'
import { say } from '../../messages/say.ts'
import { readButtonValue } from '../../messages/target.ts'
import type { Id } from '../../model/id.ts'
import type { Content } from '../../model/message.ts'
import type { Listed, Roster } from '../../roster.ts'
import type { MessagePress } from '../message-press.ts'
import type { Permission } from '../permission.ts'
import type { Reply } from '../reply.ts'
import type { Subscribing, Wish } from './subscribing.ts'

/** Pausing, resuming and unsubscribing, and the answers to the question after a long pause. Each returns what only the asker needs to know. */
export type Resting = {
  pause(wish: Wish, listed: Listed): Promise<Content | undefined>
  resume(wish: Wish, listed: Listed): Promise<Content | undefined>
  unsubscribe(wish: Wish, listed: Listed): Promise<Content | undefined>
  /** A press of "Catch up" or "Start from now". */
  answer(press: MessagePress, answer: 'catch-up' | 'from-now'): Promise<void>
}

type RestingDeps = {
  subscribing: Subscribing
  roster: Pick<Roster, 'find'>
  alerts: Pick<AlertBook, 'find'>
  /** How many mentions came since a date (UTC, ms); undefined where that cannot be told. */
  cameSince: (alert: Id, date: number) => Promise<number | { atLeast: number } | undefined>
  post: Post
  may: Permission
  reply: Reply
}

/** Makes the handlers. Permission for a press in the channel is asked for here; for everything else the caller has asked. */
export function createResting(deps: RestingDeps): Resting {
  const { subscribing, reply } = deps
  return {
    async pause(wish, { made }) {
      if (made?.paused !== undefined) return say(`${wish.name} is paused already.`)
      await subscribing.pause(wish)
      return undefined
    },
    async resume(wish, listed) {
      if (listed.made?.paused === undefined) return say(`${wish.name} is not paused.`)
      if (listed.made.asked !== undefined) return say('The question in the channel waits for an answer.')
      await subscribing.resume(wish, (pausedAt) => ask(deps, wish, listed, pausedAt))
      return undefined
    },
    async unsubscribe(wish) {
      await subscribing.unsubscribe(wish)
      return undefined
    },
    async answer(press, answer) {
      const { user, channel } = press
      if (!(await deps.may(user, channel, true))) return reply(press, onlyAdmins.mayChange, 'beside')
      const name = readButtonValue(press.value)?.subscription ?? ''
      if (!(await subscribing.answer({ user, channel, name }, answer)))
        await reply(press, say('Somebody has answered already.'), 'beside')
    },
  }
}

async function ask(deps: RestingDeps, { channel, name }: Wish, listed: Listed, since: number): Promise<void> {
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
