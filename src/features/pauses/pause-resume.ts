import type { Time } from '@overheard/base/time'
import { z } from 'zod'
import type { Access } from '../../listeners/access.ts'
import type { SubscriptionFinder } from '../../listeners/find-subscription.ts'
import { type FormViews, openForm } from '../../listeners/open-modal.ts'
import {
  type HomeState,
  inputText,
  type MessageAction,
  readNote,
  type ViewSubmission,
} from '../../listeners/payloads.ts'
import type { Reply, ZoneOf } from '../../listeners/reply.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { notUnderstood, replyTexts } from '../../messages/replies.ts'
import type { Content } from '../../model/message.ts'
import type { RegisteredSubscription } from '../../model/subscription.ts'
import type { SubscriptionRequest } from '../../subscriptions/subscription-service.ts'
import { timeProblemWords } from '../../typed/problem-words.ts'
import { closestTerms, hasStart, nameInLine, readTerm } from '../../typed/term.ts'
import type { CatchUp } from './catch-up.ts'
import { pauseInput, pauseModal } from './messages.ts'
import type { PauseService } from './pause-service.ts'

export const pauseCallback = 'subscription_pause'

const originSchema = z.object({ name: z.string(), home: z.string().exactOptional() })

type PauseResumeDeps = {
  now: () => Time
  zoneOf: ZoneOf
  pauses: PauseService
  catchUp: Pick<CatchUp, 'ask'>
  registry: { find(name: string): RegisteredSubscription | undefined }
  finder: Pick<SubscriptionFinder, 'channelOf'>
  access: Pick<Access, 'refusal'>
  views: FormViews
  reply: Reply
}

/** Pauses and resumes subscriptions. A returned message is for the asker alone. `pause` and `resume` do not check the permission. */
export function createPauseResume(deps: PauseResumeDeps) {
  const { pauses, reply } = deps

  async function pause(request: SubscriptionRequest, term?: string): Promise<Content | undefined> {
    const read = term === undefined ? { span: undefined } : await spanOf(request, term)
    if ('problem' in read) return read.problem
    if (term !== undefined && hasStart(term) && read.span !== undefined && read.span.from > deps.now()) {
      const outcome = await pauses.plan(request, read.span)
      return outcome === 'unchanged' ? textMessage(replyTexts.alreadyPlanned(request.name)) : undefined
    }
    const outcome = await pauses.pause(request, read.span?.until)
    return outcome === 'unchanged' ? textMessage(replyTexts.alreadyPaused(request.name)) : undefined
  }

  async function spanOf({ user, name }: SubscriptionRequest, term: string) {
    const read = readTerm(term, { now: deps.now(), zone: await deps.zoneOf(user) })
    if (!('problem' in read)) return { span: read }
    const guesses = closestTerms(term, read).map((one) => `pause ${nameInLine(name)} ${one}`)
    return { problem: notUnderstood(timeProblemWords(term, read.problem), guesses) }
  }

  async function resume(request: SubscriptionRequest): Promise<Content | undefined> {
    const { name } = request
    const { pause: current } = deps.registry.find(name) ?? {}
    const outcome = await pauses.resume(request)
    if (outcome === 'not-paused') return textMessage(replyTexts.notPaused(name))
    // The question may be far up in the channel.
    return outcome === 'asked-already' && current !== undefined ? deps.catchUp.ask(name, current) : undefined
  }

  /** Returns the sentence that says why the person may not pause or resume the subscription, or the id of its channel. */
  async function placeOf(asking: { user: string; channel: string }, name: string) {
    const listed = deps.registry.find(name)
    const channel = listed && (await deps.finder.channelOf(listed))
    if (listed === undefined || channel === undefined) return { refusal: replyTexts.subscriptionGone() }
    const alerts = [listed.subscription.alert]
    const refusal = await deps.access.refusal(asking, 'change', { channel, alerts })
    return refusal === undefined ? { channel } : { refusal }
  }

  function formOf(name: string, home?: HomeState) {
    const note = JSON.stringify({ name, ...(home && { home: JSON.stringify(home) }) })
    return { ...pauseModal(name), callback: pauseCallback, note }
  }

  return {
    pause,
    resume,
    /** The form of a subscription. On the home tab, which shows `home`. */
    formOf,
    async openFromList(action: MessageAction): Promise<void> {
      const answer = await openForm(deps.views, action.trigger, async () => {
        const { refusal } = await placeOf(action, action.value)
        return refusal === undefined ? formOf(action.value) : textMessage(refusal)
      })
      if (answer !== undefined) await reply(action, answer, 'beside')
    },
    async resumeFromList(action: MessageAction): Promise<void> {
      const { user, value: name } = action
      const { refusal, channel } = await placeOf(action, name)
      const answer = channel === undefined ? textMessage(refusal) : await resume({ user, channel, name })
      if (answer !== undefined) await reply(action, answer, 'beside')
    },
    /**
     * Pauses the subscription as the form says. Returns the errors to show in the form, or the state of the home tab if the form was opened
     * there.
     */
    async submit({
      user,
      metadata,
      values,
    }: ViewSubmission): Promise<{ errors?: Record<string, string>; home?: string }> {
      const { name, home } = readNote(originSchema, metadata)
      const { refusal, channel } = await placeOf({ user, channel: '' }, name)
      if (channel === undefined) return { errors: { [pauseInput]: refusal } }
      const term = inputText(values, pauseInput)
      const answer = await pause({ user, channel, name }, term === 'open' ? undefined : term)
      return answer === undefined ? { ...(home && { home }) } : { errors: { [pauseInput]: answer.text } }
    },
    async answerCatchUp(action: MessageAction, answer: 'catch-up' | 'from-now'): Promise<void> {
      const { user, value: name } = action
      const { refusal, channel } = await placeOf(action, name)
      if (channel === undefined) return reply(action, textMessage(refusal), 'beside')
      if (!(await pauses.answer({ user, channel, name }, answer)))
        await reply(action, textMessage(replyTexts.answeredAlready()), 'beside')
    },
  }
}

export type PauseResume = ReturnType<typeof createPauseResume>
