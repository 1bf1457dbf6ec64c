import { randomUUID } from 'node:crypto'
import { commonLayout } from '../config/configuration.ts'
import { features } from '../features.ts'
import type { Rooms } from '../kernel/rooms.ts'
import { firesHourly } from '../scheduler/cron.ts'
import type { BegunParts } from './begin-parts.ts'
import type { BuiltCards } from './build-cards.ts'
import type { BuiltChanges } from './build-changes.ts'
import type { BuiltStatus } from './build-status.ts'
import type { ConnectedServices } from './connect-services.ts'
import type { OpenedRecords } from './open-records.ts'
import type { OpenedStore } from './open-store.ts'

type Kernel = Pick<
  BegunParts & OpenedStore & OpenedRecords & ConnectedServices & BuiltCards & BuiltStatus & BuiltChanges,
  | 'configuration'
  | 'variables'
  | 'added'
  | 'runtime'
  | 'log'
  | 'proxy'
  | 'workCalendar'
  | 'store'
  | 'leadership'
  | 'slack'
  | 'service'
  | 'budget'
  | 'alerts'
  | 'alertName'
  | 'problems'
  | 'metrics'
  | 'cardsKeptMs'
  | 'registry'
  | 'finder'
  | 'access'
  | 'privateAlerts'
  | 'status'
  | 'answers'
  | 'subscriptions'
  | 'recipients'
  | 'pauseRecords'
  | 'listening'
  | 'decide'
  | 'mutes'
  | 'muting'
  | 'cards'
  | 'hooks'
  | 'ledReminders'
  | 'reminderQueue'
  | 'pressedReminders'
  | 'changes'
  | 'reply'
>

/** The rooms, as features get them. */
export function createFeatures({ configuration, added, ...kernel }: Kernel): void {
  const { store, hooks } = kernel
  const rooms: Rooms = {
    clock: { ...kernel.runtime, newId: randomUUID, firesHourly },
    settings: {
      variables: kernel.variables,
      proxy: kernel.proxy,
      layout: commonLayout(configuration),
      timezone: configuration.timezone,
      workCalendar: kernel.workCalendar,
      keptMs: kernel.cardsKeptMs,
    },
    health: { log: kernel.log, problems: kernel.problems, metrics: kernel.metrics.ofFeatures },
    store: { ...store, leads: kernel.leadership.leads },
    slack: kernel.slack,
    alerts: {
      directory: kernel.alerts,
      nameOf: kernel.alertName,
      service: kernel.service,
      requestsLeft: kernel.budget.left,
      listening: kernel.listening.client,
    },
    subscriptions: {
      registry: kernel.registry,
      finder: kernel.finder,
      status: kernel.status,
      decideFor: kernel.decide,
      service: kernel.subscriptions,
      changes: kernel.changes,
      recipients: kernel.recipients,
      privateAlerts: kernel.privateAlerts,
      mutes: kernel.mutes,
      muting: kernel.muting,
      pauses: kernel.pauseRecords,
    },
    cards: kernel.cards,
    people: { access: kernel.access, reply: kernel.reply, answers: kernel.answers },
    reminders: {
      led: kernel.ledReminders,
      pressed: kernel.pressedReminders,
      add: kernel.reminderQueue.add,
    },
    features: {
      menu: added.cardMenu,
      tables: () => added.all('tables'),
      statusLines: added.statusLines,
      listButtons: added.listButtons,
      calls: () => added.first('calls'),
      absenceOf: added.absenceOf,
      tellPosted: hooks.posted,
    },
  }
  added.create(features, rooms, configuration.written)
}
