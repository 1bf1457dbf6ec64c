import type { AlertBook } from '../../alerts.ts'
import type { Views } from '../../deliver/views.ts'
import { onlyMembers } from '../../messages/refusals.ts'
import { say } from '../../messages/say.ts'
import { subscribeInputs, subscribeModal } from '../../messages/subscriptions/modal.ts'
import { cut } from '../../messages/text.ts'
import type { Alert } from '../../model/alert.ts'
import type { Content, ModalContent } from '../../model/message.ts'
import type { Subscription } from '../../model/subscription.ts'
import type { Roster } from '../../roster.ts'
import { failureOf } from '../../statistics/failure.ts'
import type { Permission } from '../permission.ts'
import type { Asker } from '../reply.ts'
import type { Submission } from '../submission.ts'
import { type ReadForm, readForm } from './form.ts'
import { type Note, readNote, subscribeCallback } from './modal-note.ts'
import { lastingName, noSuchAlert, offeredAlerts } from './offered-alerts.ts'
import { type PreviewDeps, previewForm } from './preview-form.ts'
import type { Subscribing } from './subscribing.ts'

/** The modal in which subscriptions are made and changed. */
export type SubscribeDialogue = {
  /** Opens it for a new one, or returns why that cannot be. `alert`: as it was written; `channel`: the id it starts with, if any. */
  openNew(asker: Opener, wish: { alert?: string; channel?: string }): Promise<Content | undefined>
  openEdit(asker: Opener, subscription: Subscription): Promise<Content | undefined>
  /** Draws the line that says what would have been posted. */
  preview(press: Submission): Promise<void>
  /** What is wrong with a submission, by the name of the input; nothing where it is sound and may be done. */
  check(submission: Submission): Promise<Record<string, string> | undefined>
  submit(submission: Submission): Promise<void>
}

/** Somebody who has just done something, so that a modal may open. */
export type Opener = Asker & { trigger: string }

type DialogueDeps = PreviewDeps & {
  alerts: AlertBook
  roster: Pick<Roster, 'find'>
  views: Pick<Views, 'open'>
  subscribing: Pick<Subscribing, 'subscribe' | 'edit'>
  may: Permission
}

/** Makes the dialogue. What it has to remember stands in the modal, so any process may take the submission. */
export function createSubscribeDialogue(deps: DialogueDeps): SubscribeDialogue {
  const readOf = (submission: Submission): { note: Note; read: ReadForm } => {
    const note = readNote(submission.note)
    const before = note.edits === undefined ? {} : (deps.roster.find(note.edits)?.subscription ?? {})
    return { note, read: readForm(submission, { before, timezone: deps.timezone }) }
  }
  return {
    openNew: (asker, wish) => openNew(deps, asker, wish),
    openEdit(asker, subscription) {
      const { name: edits } = subscription
      const modal = subscribeModal({ offered: [], chosen: subscription, edits, timezone: deps.timezone })
      return opened(deps, asker.trigger, modal, { ...placeOf(asker), edits })
    },
    async preview(press) {
      const form = readOf(press)
      const isAllowed = form.read.kind === 'wrong' || (await mayHave(deps, press, form.note, form.read))
      await previewForm(deps, press, { ...form, ...(isAllowed ? {} : { refusal: onlyMembers }) })
    },
    async check(submission) {
      const { note, read } = readOf(submission)
      const { schedule, channel: place } = subscribeInputs
      if (note.edits !== undefined && deps.roster.find(note.edits) === undefined)
        return { [schedule]: 'Somebody has ended this subscription meanwhile.' }
      if (read.kind === 'wrong') return read.errors
      if (await mayHave(deps, submission, note, read)) return undefined
      const input = note.edits === undefined ? place : schedule
      return { [input]: onlyMembers }
    },
    async submit(submission) {
      const { note, read } = readOf(submission)
      if (read.kind === 'wrong') return
      const { user } = submission
      const { channel, alert } = read.settings
      if (note.edits === undefined) {
        const settings = { ...read.settings, alert: await lastingName(deps.alerts, alert) }
        await deps.subscribing.subscribe({ user, channel }, settings)
      } else if (!(await deps.subscribing.edit({ user, channel, name: note.edits }, read.settings)))
        await deps.reply(
          { ...note, user },
          say(`${note.edits} stays as it was: nothing was changed.`),
          'beside',
        )
    },
  }
}

/** Whether somebody may have what a form says in its channel. */
function mayHave(
  { may }: DialogueDeps,
  { user }: Submission,
  note: Note,
  { settings: { channel } }: Extract<ReadForm, { kind: 'settings' }>,
): Promise<boolean> {
  return may(user, channel, channel === note.channel)
}

const placeOf = ({ channel, responseUrl }: Asker) => ({ channel, responseUrl })

async function openNew(
  deps: DialogueDeps,
  asker: Opener,
  { alert: asked, channel }: { alert?: string; channel?: string },
): Promise<Content | undefined> {
  let all: Alert[]
  try {
    all = await deps.alerts.all()
  } catch (error) {
    return say(`The alerts cannot be listed now: ${failureOf(error).reason}.`)
  }
  if (all.length === 0) return say('The account has no alerts.')
  const offered = offeredAlerts(all, asked)
  if (offered === undefined) return say(noSuchAlert(asked ?? ''))
  const chosen = { ...(channel === undefined ? {} : { channel }), ...offered.chosen }
  const modal = subscribeModal({ ...offered, chosen, timezone: deps.timezone })
  return opened(deps, asker.trigger, modal, {
    ...placeOf(asker),
    ...(asked === undefined ? {} : { asked: cut(asked, 200) }),
  })
}

async function opened(
  { views }: DialogueDeps,
  trigger: string,
  modal: ModalContent,
  note: Note,
): Promise<Content | undefined> {
  const opening = await views.open(trigger, {
    ...modal,
    callback: subscribeCallback,
    note: JSON.stringify(note),
  })
  return opening.kind === 'refused'
    ? say(`Slack did not open the form (${opening.reason}). Try once more.`)
    : undefined
}
