import { createKeyedMutex } from '@overheard/base/serial'
import type { Time } from '@overheard/base/time'
import type { WrittenAlert } from '@overheard/mention-client/id'
import { z } from 'zod'
import { textMessage } from '../messages/kit/block-kit.ts'
import { sentenceAsText } from '../messages/kit/dates.ts'
import { changeTexts, personalTexts } from '../messages/subscription-notices.ts'
import type { ToldChange } from '../model/change.ts'
import type { Collection } from '../model/collection.ts'
import type { Log } from '../model/log.ts'
import type { SearchReceipts } from '../model/outbox.ts'
import { reminderBase } from '../model/reminder.ts'
import {
  type EndReason,
  type RegisteredSubscription,
  recipientOf,
  type SlackSubscription,
} from '../model/subscription.ts'
import { type AnyReminderKind, reminderKind } from '../reminders/reminder-kind.ts'
import type { ReminderQueue } from '../reminders/reminder-queue.ts'
import type { Users } from '../slack/users.ts'

/** Tells people in their direct messages, and ends their subscriptions when they leave the workspace or may not see the alert any more. */
export type Recipients = {
  /** Asks Slack, and ends the subscription if its person may not get it. Rejects if the store fails. */
  check(name: string): Promise<RecipientState>
  checkAll(): Promise<void>
  /** Hears Slack's event `user_change`, of which there are many, because it also comes for each new status of a person. */
  changed(event: unknown): Promise<void>
  /** Tells if a person who asks in a channel subscribes themselves, or why that does not work. */
  place(asking: { user: string; channel: string }): Promise<PersonalPlace>
}

/** `stays` is also the state of a subscription to a channel. `unknown`: Slack or the mention service does not say, so nothing may be posted now. */
type RecipientState = 'stays' | 'ended' | 'unknown'

type PersonalPlace =
  | { kind: 'own' }
  /** The channel is not the direct messages with the bot. */
  | { kind: 'elsewhere' }
  | { kind: 'refused'; sentence: string }

type RecipientsDeps = {
  now: () => Time
  newId: () => string
  registry: {
    all(): RegisteredSubscription[]
    find(name: string): RegisteredSubscription | undefined
    sync(): Promise<void>
  }
  slackSubscriptions: Pick<Collection<SlackSubscription>, 'find' | 'change'>
  users: Pick<Users, 'presenceOf' | 'openDirect'>
  access: {
    /** `channel` is the id of the direct messages. */
    mayGet(user: string, subject: { channel: string; alert: WrittenAlert }): Promise<'yes' | 'no' | 'unknown'>
  }
  addReminder: ReminderQueue['add']
  nameOf: Users['nameOf']
  /** Tells features, which keep what was changed. Rejects if the store fails. */
  changed: (change: ToldChange) => Promise<void>
  readHistory: SearchReceipts
  reasonOf: (error: unknown) => string
  log: Pick<Log, 'info' | 'warn'>
}

const userChange = z.object({ user: z.object({ id: z.string() }) })

const endedReminderSchema = reminderBase.extend({
  kind: z.literal('subscription-ended'),
  subscription: z.string(),
})

const missingScope = 'missing_scope'

export function createRecipients(deps: RecipientsDeps): Recipients {
  const { registry, users, access, log } = deps
  const inTurn = createKeyedMutex()

  async function stateOf(
    user: string,
    subject: { channel: string; alert: string },
    maxAgeMs: number | undefined,
  ): Promise<'stays' | 'unknown' | EndReason> {
    const presence = await users.presenceOf(user, maxAgeMs)
    if (presence !== 'active') return presence === 'gone' ? 'person-left' : 'unknown'
    const mayGet = await access.mayGet(user, subject)
    if (mayGet === 'no') return 'access-lost'
    return mayGet === 'yes' ? 'stays' : 'unknown'
  }

  async function check(name: string, maxAgeMs?: number): Promise<RecipientState> {
    const listed = registry.find(name)
    const user = listed && recipientOf(listed)
    if (listed !== undefined && user === undefined) return 'stays'
    // A running poll may ask after the end, and another process may have ended it.
    if ((await deps.slackSubscriptions.find(name))?.ended !== undefined) return 'ended'
    if (listed === undefined || user === undefined) return 'stays'
    const { alert, channel } = listed.subscription
    const state = await stateOf(user, { channel, alert }, maxAgeMs)
    if (state === 'stays' || state === 'unknown') return state
    await end({ name: listed.subscription.name, user, channel, reason: state })
    return 'ended'
  }

  /**
   * The reminder that tells the person is stored first, so that no crash loses it. It is sent only if the end is stored with its id, so a second
   * process that finds the same tells nobody.
   */
  async function end({ name, user, channel, reason }: Ending): Promise<void> {
    const at = deps.now()
    const notice = `ended ${deps.newId()}`
    if (reason === 'access-lost')
      await deps.addReminder({ kind: 'subscription-ended', id: notice, subscription: name, due: at })
    let isEnded = false
    await deps.slackSubscriptions.change(name, (current) => {
      isEnded = current !== undefined && current.ended === undefined
      return isEnded && current !== undefined
        ? {
            ...current,
            ended: { by: user, at, reason, ...(reason === 'access-lost' && { notice }) },
          }
        : current
    })
    if (!isEnded) return
    log.info({ subscription: name, user, reason }, endedForLog[reason])
    await registry.sync()
    const [by, what] = [await deps.nameOf(user), sentenceAsText(changeTexts.endedByItself(name, reason))]
    await deps.changed({ id: deps.newId(), at, channel, user, by, what, alerts: [] })
  }

  async function checkThose(
    which: (one: RegisteredSubscription) => boolean,
    maxAgeMs?: number,
  ): Promise<void> {
    for (const one of registry.all().filter(which))
      await inTurn(one.subscription.name, () => check(one.subscription.name, maxAgeMs))
  }

  return {
    check: (name) => inTurn(name, () => check(name)),
    checkAll: () => checkThose((one) => recipientOf(one) !== undefined),
    async changed(event) {
      const user = userChange.safeParse(event).data?.user.id
      if (user !== undefined) await checkThose((one) => recipientOf(one) === user, 0)
    },
    async place({ user, channel }) {
      if (!channel.startsWith('D')) return { kind: 'elsewhere' }
      try {
        if ((await users.openDirect(user)) !== channel) return { kind: 'elsewhere' }
      } catch (error) {
        const reason = deps.reasonOf(error)
        const sentence =
          reason === missingScope ? personalTexts.missingScope('im:write') : personalTexts.notNow(reason)
        return { kind: 'refused', sentence }
      }
      const seen = await deps.readHistory({ channel }, () => true)
      if (seen.kind === 'seen') return { kind: 'own' }
      const isMissing = seen.reason === missingScope
      const sentence = isMissing
        ? personalTexts.missingScope('im:history')
        : personalTexts.notNow(seen.reason)
      return { kind: 'refused', sentence }
    },
  }
}

type Ending = { name: string; user: string; channel: string; reason: EndReason }

const endedForLog: Record<EndReason, string> = {
  'person-left': 'ended the subscription of a person who has left the workspace; nothing is posted for it',
  'access-lost':
    'ended the subscription of a person who may not see its alert any more; they get a direct message',
}

type EndedDeps = { slackSubscriptions: Pick<Collection<SlackSubscription>, 'find'> }

/** Tells a person why the bot ended their subscription. */
export const endedKind = ({ slackSubscriptions }: EndedDeps): AnyReminderKind =>
  reminderKind('subscription-ended', endedReminderSchema, {
    async due({ id, subscription }) {
      const stored = await slackSubscriptions.find(subscription)
      if (stored?.ended?.notice !== id || stored.direct === undefined) return 'gone'
      return { channel: stored.direct, content: textMessage(personalTexts.accessLost(subscription)) }
    },
    logFields: ({ subscription }) => ({ subscription }),
  })
