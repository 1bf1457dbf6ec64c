import type { AlertDirectory } from '../../alerts.ts'
import type { Views } from '../../deliver/views.ts'
import { onlyMembers } from '../../messages/refusals.ts'
import { textMessage } from '../../messages/say.ts'
import { subscribeInputs, subscribeModal } from '../../messages/subscriptions/modal.ts'
import { cut } from '../../messages/text.ts'
import type { Alert } from '../../model/alert.ts'
import type { Content, ModalContent } from '../../model/message.ts'
import type { Subscription } from '../../model/subscription.ts'
import type { SubscriptionRegistry } from '../../roster.ts'
import { describeFailure } from '../../statistics/failure.ts'
import type { Permission } from '../permission.ts'
import type { Asker } from '../reply.ts'
import type { ViewSubmission } from '../submission.ts'
import { type ParsedForm, parseSubscribeForm } from './form.ts'
import { readSubscribeMetadata, type SubscribeMetadata, subscribeCallback } from './modal-note.ts'
import { noSuchAlertText, offeredAlerts, stableAlertName } from './offered-alerts.ts'
import { type FormPreviewDeps, showFormPreview } from './preview-form.ts'
import type { SubscriptionService } from './subscribing.ts'

/** The modal in which subscriptions are made and changed. */
export type SubscribeView = {
  /** Opens it for a new one, or returns why that cannot be. `alert`: as it was written; `channel`: the id it starts with, if any. */
  openNew(asker: ModalOpener, request: { alert?: string; channel?: string }): Promise<Content | undefined>
  openEdit(asker: ModalOpener, subscription: Subscription): Promise<Content | undefined>
  /** Draws the line that says what would have been posted. */
  preview(action: ViewSubmission): Promise<void>
  /** What is wrong with a submission, by the name of the input; nothing where it is sound and may be done. */
  check(submission: ViewSubmission): Promise<Record<string, string> | undefined>
  submit(submission: ViewSubmission): Promise<void>
}

/** Somebody who has just done something, so that a modal may open. */
export type ModalOpener = Asker & { trigger: string }

type SubscribeViewDeps = FormPreviewDeps & {
  alerts: AlertDirectory
  registry: Pick<SubscriptionRegistry, 'find'>
  views: Pick<Views, 'open'>
  subscriptions: Pick<SubscriptionService, 'subscribe' | 'edit'>
  may: Permission
}

/** Makes the dialogue. What it has to remember stands in the modal, so any process may take the submission. */
export function createSubscribeView(deps: SubscribeViewDeps): SubscribeView {
  const readAgainstCurrent = (submission: ViewSubmission): { note: SubscribeMetadata; read: ParsedForm } => {
    const metadata = readSubscribeMetadata(submission.metadata)
    const before =
      metadata.edits === undefined ? {} : (deps.registry.find(metadata.edits)?.subscription ?? {})
    return { note: metadata, read: parseSubscribeForm(submission, { before, timezone: deps.timezone }) }
  }
  return {
    openNew: (asker, request) => openNew(deps, asker, request),
    openEdit(asker, subscription) {
      const { name: edits } = subscription
      const modal = subscribeModal({ offered: [], chosen: subscription, edits, timezone: deps.timezone })
      return openForm(deps, asker.trigger, modal, { ...placeOf(asker), edits })
    },
    async preview(action) {
      const form = readAgainstCurrent(action)
      const isAllowed = form.read.kind === 'wrong' || (await mayHave(deps, action, form.note, form.read))
      await showFormPreview(deps, action, { ...form, ...(isAllowed ? {} : { refusal: onlyMembers }) })
    },
    async check(submission) {
      const { note: metadata, read } = readAgainstCurrent(submission)
      const { schedule, channel: place } = subscribeInputs
      if (metadata.edits !== undefined && deps.registry.find(metadata.edits) === undefined)
        return { [schedule]: 'Somebody has ended this subscription meanwhile.' }
      if (read.kind === 'wrong') return read.errors
      if (await mayHave(deps, submission, metadata, read)) return undefined
      const input = metadata.edits === undefined ? place : schedule
      return { [input]: onlyMembers }
    },
    async submit(submission) {
      const { note: metadata, read } = readAgainstCurrent(submission)
      if (read.kind === 'wrong') return
      const { user } = submission
      const { channel, alert } = read.settings
      if (metadata.edits === undefined) {
        const settings = { ...read.settings, alert: await stableAlertName(deps.alerts, alert) }
        await deps.subscriptions.subscribe({ user, channel }, settings)
      } else if (!(await deps.subscriptions.edit({ user, channel, name: metadata.edits }, read.settings)))
        await deps.reply(
          { ...metadata, user },
          textMessage(`${metadata.edits} stays as it was: nothing was changed.`),
          'beside',
        )
    },
  }
}

/** Whether somebody may have what a form says in its channel. */
function mayHave(
  { may }: SubscribeViewDeps,
  { user }: ViewSubmission,
  note: SubscribeMetadata,
  { settings: { channel } }: Extract<ParsedForm, { kind: 'settings' }>,
): Promise<boolean> {
  return may(user, channel, channel === note.channel)
}

const placeOf = ({ channel, responseUrl }: Asker) => ({ channel, responseUrl })

async function openNew(
  deps: SubscribeViewDeps,
  asker: ModalOpener,
  { alert: asked, channel }: { alert?: string; channel?: string },
): Promise<Content | undefined> {
  let all: Alert[]
  try {
    all = await deps.alerts.all()
  } catch (error) {
    return textMessage(`The alerts cannot be listed now: ${describeFailure(error).reason}.`)
  }
  if (all.length === 0) return textMessage('The account has no alerts.')
  const offered = offeredAlerts(all, asked)
  if (offered === undefined) return textMessage(noSuchAlertText(asked ?? ''))
  const chosen = { ...(channel === undefined ? {} : { channel }), ...offered.chosen }
  const modal = subscribeModal({ ...offered, chosen, timezone: deps.timezone })
  return openForm(deps, asker.trigger, modal, {
    ...placeOf(asker),
    ...(asked === undefined ? {} : { asked: cut(asked, 200) }),
  })
}

async function openForm(
  { views }: SubscribeViewDeps,
  trigger: string,
  modal: ModalContent,
  metadata: SubscribeMetadata,
): Promise<Content | undefined> {
  const opening = await views.open(trigger, {
    ...modal,
    callback: subscribeCallback,
    note: JSON.stringify(metadata),
  })
  return opening.kind === 'refused'
    ? textMessage(`Slack did not open the form (${opening.reason}). Try once more.`)
    : undefined
}
