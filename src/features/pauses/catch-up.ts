import type { Time } from '@overheard/base/time'
import type { AlertDirectory } from '@overheard/mention-client/alert-directory'
import type { Id } from '@overheard/mention-client/id'
import type { Content } from '../../model/message.ts'
import { type Pause, pauseState, presentPause } from '../../model/pause.ts'
import type { CatchUpReminder } from '../../model/reminder.ts'
import type { RegisteredSubscription } from '../../model/subscription.ts'
import type { ReminderKind } from '../../reminders/reminder-kind.ts'
import type { Channels } from '../../slack/channels.ts'
import type { PrivateAlerts } from '../../subscriptions/private-alerts.ts'
import { catchUpQuestion } from './messages.ts'

/** Asks a channel after a long pause: post what was missed, or start from now? */
export type CatchUp = {
  ask(name: string, pause: Pick<Pause, 'at'>): Promise<Content>
  /**
   * Returns the question to ask at the end of the pause with this id. `gone` means that nothing has to be asked any more, because somebody
   * answered or changed the pause. `later` means that the pause still runs, that the channel was not found, or that it must not read about a
   * private alert.
   */
  due(name: string, id: string): Promise<{ channel: string; content: Content } | 'gone' | 'later'>
}

type CatchUpDeps = {
  now: () => Time
  pauses: { find(name: string): Promise<Pause | undefined> }
  registry: { find(name: string): RegisteredSubscription | undefined }
  channels: Pick<Channels, 'find'>
  privateAlerts: Pick<PrivateAlerts, 'mayPost'>
  alerts: Pick<AlertDirectory, 'find'>
  countSince: (alert: Id, date: number) => Promise<number | { atLeast: number } | undefined>
}

export function createCatchUp(deps: CatchUpDeps): CatchUp {
  const { now, pauses, registry, channels, alerts, countSince } = deps
  async function ask(name: string, { at: since }: Pick<Pause, 'at'>): Promise<Content> {
    const written = registry.find(name)?.subscription.alert ?? name
    const found = await alerts.find(written).catch(() => undefined)
    const alert = found?.kind === 'found' ? found.alert : undefined
    const waiting = alert && (await countSince(alert.id, since).catch(() => undefined))
    return catchUpQuestion({ subscription: name, alertName: alert?.name ?? written, since, waiting })
  }
  return {
    ask,
    async due(name, id) {
      const pause = presentPause(await pauses.find(name), now())
      const state = pauseState(pause, now())
      if (pause?.id !== id || state === 'none') return 'gone'
      const listed = registry.find(name)
      const found = await channels.find(listed?.subscription.channel ?? '')
      if (found.kind !== 'found' || state === 'paused') return 'later'
      if (listed === undefined || !(await deps.privateAlerts.mayPost(listed))) return 'later'
      return { channel: found.id, content: await ask(name, pause) }
    },
  }
}

export const catchUpReminders = ({ due }: Pick<CatchUp, 'due'>): ReminderKind<CatchUpReminder> => ({
  due: ({ subscription, of }) => due(subscription, of),
  logFields: ({ subscription }) => ({ subscription }),
})
