import { randomUUID } from 'node:crypto'
import { commonLayout } from '../config/configuration.ts'
import { features } from '../features.ts'
import type { Parts } from '../kernel/parts.ts'
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

export function createFeatures({ configuration, variables, added, ...kernel }: Kernel): void {
  const parts: Parts = {
    ...kernel.runtime,
    newId: randomUUID,
    log: kernel.log,
    variables,
    proxy: kernel.proxy,
    timezone: configuration.timezone,
    workCalendar: kernel.workCalendar,
    layout: commonLayout(configuration),
    menu: added.cardMenu,
    store: kernel.store,
    leads: kernel.leadership.leads,
    decisions: kernel.store.decisions,
    slack: kernel.slack,
    service: kernel.service,
    requestsLeft: kernel.budget.left,
    alerts: kernel.alerts,
    alertName: kernel.alertName,
    problems: kernel.problems,
    metrics: kernel.metrics.ofFeatures,
    keptMs: kernel.cardsKeptMs,
    tables: added.tables,
    registry: kernel.registry,
    finder: kernel.finder,
    access: kernel.access,
    privateAlerts: kernel.privateAlerts,
    status: kernel.status,
    answers: kernel.answers,
    subscriptions: kernel.subscriptions,
    recipients: kernel.recipients,
    pauseRecords: kernel.pauseRecords,
    listening: kernel.listening.client,
    firesHourly,
    statusLines: added.statusLines,
    listButtons: added.listButtons,
    decideFor: kernel.decide,
    mutes: kernel.mutes,
    muting: kernel.muting,
    cards: kernel.cards,
    tellPosted: kernel.hooks.posted,
    reminders: kernel.ledReminders,
    addReminder: kernel.reminderQueue.add,
    calls: added.calls,
    absenceOf: added.absenceOf,
    pressedReminders: kernel.pressedReminders,
    changes: kernel.changes,
    reply: kernel.reply,
  }
  added.create(features, parts, configuration.written)
}
