import { z } from 'zod'
import type { AlertBook } from '../alerts.ts'
import type { Views } from '../deliver/views.ts'
import { say } from '../messages/change-line.ts'
import { previewSentence } from '../messages/preview-words.ts'
import { subscribeInputs, subscribeModal } from '../messages/subscribe-modal.ts'
import type { Alert } from '../model/alert.ts'
import type { Subscription } from '../model/subscription.ts'
import type { Roster } from '../roster.ts'
import type { Permission } from './permission.ts'
import type { PreviewWeek } from './preview-week.ts'
import type { Asker, Reply } from './reply.ts'
import { resolveAlert } from './resolve-alert.ts'
import type { Submission } from './submission.ts'
import type { Subscribing } from './subscribing.ts'
import { type ReadForm, readForm } from './subscription-form.ts'

/** The modal in which subscriptions are made and changed. */
export type SubscribeDialogue = {
  /** Opens it for a new one. `alert`: as it was written; `channel`: the id it starts with, if any. */
  openNew(asker: Opener, wish: { alert?: string; channel?: string }): Promise<void>
  openEdit(asker: Opener, subscription: Subscription): Promise<void>
  /** Draws the line that says what would have been posted. */
  preview(press: Submission): Promise<void>
  /** What is wrong with a submission, by the name of the input; nothing where it is sound and may be done. */
  check(submission: Submission): Promise<Record<string, string> | undefined>
  submit(submission: Submission): Promise<void>
}

/** Somebody who has just done something, so that a modal may open. */
export type Opener = Asker & { trigger: string }

type DialogueDeps = {
  alerts: AlertBook
  roster: Pick<Roster, 'find'>
  views: Pick<Views, 'open' | 'update'>
  previewWeek: PreviewWeek
  subscribing: Pick<Subscribing, 'subscribe' | 'edit'>
  may: Permission
  reply: Reply
  timezone: string
}

/** The name of the modal. */
export const subscribeCallback = 'subscribe'

const noteShape = z.object({
  channel: z.string(),
  responseUrl: z.string(),
  edits: z.string().exactOptional(),
  /** The alerts of the list, so that a submission can be read without asking the service. */
  alerts: z.array(z.tuple([z.string(), z.string()])),
})
type Note = z.output<typeof noteShape>

/** Room for the note in the modal; Slack's own limit is 3,000 characters. */
const longestNote = 2900

/** The dialogue. */
export function createSubscribeDialogue(deps: DialogueDeps): SubscribeDialogue {
  const readOf = (submission: Submission): { note: Note; read: ReadForm } => {
    const note = noteShape.parse(JSON.parse(submission.note))
    const before = note.edits === undefined ? {} : (deps.roster.find(note.edits)?.subscription ?? {})
    const names = new Map(note.alerts)
    const alertName = (id: string) => names.get(id) ?? id
    return { note, read: readForm(submission, { before, timezone: deps.timezone, alertName }) }
  }
  return {
    openNew: (asker, wish) => openNew(deps, asker, wish),
    async openEdit(asker, subscription) {
      const note = noteOf({ ...asker, edits: subscription.name }, [])
      const modal = subscribeModal({ alerts: [], chosen: subscription, edits: subscription.name })
      await opened(deps, asker, { ...modal, callback: subscribeCallback, note })
    },
    async preview(press) {
      const { note, read } = readOf(press)
      const preview = await previewLine(deps, read, note.channel)
      const alerts = note.edits === undefined ? await deps.alerts.all().catch(() => []) : []
      const edits = note.edits === undefined ? {} : { edits: note.edits }
      const chosen = read.kind === 'settings' ? read.settings : {}
      const modal = subscribeModal({ alerts, chosen, ...edits, preview })
      await deps.views.update(press.view, { ...modal, callback: subscribeCallback, note: press.note })
    },
    async check(submission) {
      const { note, read } = readOf(submission)
      if (read.kind === 'wrong') return read.errors
      const { channel } = read.settings
      if (await deps.may(submission.user, channel, channel === note.channel)) return undefined
      const input = note.edits === undefined ? subscribeInputs.channel : subscribeInputs.schedule
      return { [input]: 'Only the members of its channel may change this, or the admins of Overheard.' }
    },
    async submit(submission) {
      const { note, read } = readOf(submission)
      if (read.kind === 'wrong') return
      const { user } = submission
      const { channel } = read.settings
      if (note.edits === undefined) await deps.subscribing.subscribe({ user, channel }, read.settings)
      else await deps.subscribing.edit({ user, channel, name: note.edits }, read.settings)
    },
  }
}

async function openNew(
  deps: DialogueDeps,
  asker: Opener,
  wish: { alert?: string; channel?: string },
): Promise<void> {
  let all: Alert[]
  try {
    all = await deps.alerts.all()
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown failure'
    return deps.reply(asker, say(`The alerts cannot be listed now: ${reason}`), 'beside')
  }
  const found = wish.alert === undefined ? undefined : resolveAlert(wish.alert, all)
  if (found?.kind === 'none')
    return deps.reply(
      asker,
      say(`There is no alert "${wish.alert}". /mentions subscribe lists them.`),
      'beside',
    )
  const alerts = found?.kind === 'several' ? found.alerts : all
  if (alerts.length === 0) return deps.reply(asker, say('The account has no alerts.'), 'beside')
  const listed = alerts.slice(0, 100)
  const alert = found?.kind === 'one' ? { alert: found.alert.id } : {}
  const modal = subscribeModal({
    alerts: listed,
    chosen: { ...(wish.channel === undefined ? {} : { channel: wish.channel }), ...alert },
  })
  const note = noteOf(asker, listed)
  await opened(deps, asker, { ...modal, callback: subscribeCallback, note })
}

async function opened(deps: DialogueDeps, asker: Opener, modal: Parameters<Views['open']>[1]): Promise<void> {
  const opening = await deps.views.open(asker.trigger, modal)
  if (opening.kind === 'refused')
    await deps.reply(asker, say(`Slack did not open the form (${opening.reason}). Try once more.`), 'beside')
}

async function previewLine({ previewWeek }: DialogueDeps, read: ReadForm, channel: string): Promise<string> {
  if (read.kind === 'wrong') return Object.values(read.errors).join(' ')
  try {
    const found = await previewWeek({ ...read.settings, name: 'preview' }, read.settings.channel || channel)
    return found.kind === 'no-alert' ? 'The alert is not there.' : previewSentence(found.tally, found.more)
  } catch (error) {
    return `That cannot be told now: ${error instanceof Error ? error.message : 'unknown failure'}.`
  }
}

/** Names of alerts, where they are unique and as long as there is room; of the others the id is used, which is as good. */
function noteOf({ channel, responseUrl, edits }: Asker & { edits?: string }, alerts: Alert[]): string {
  const note: Note = { channel, responseUrl, alerts: [], ...(edits === undefined ? {} : { edits }) }
  let length = JSON.stringify(note).length
  const names = alerts.map(({ name }) => name.trim().toLowerCase())
  const unique = alerts.filter(
    (_, index) => names.indexOf(names[index] ?? '') === names.lastIndexOf(names[index] ?? ''),
  )
  for (const { id, name } of unique) {
    length += JSON.stringify([id, name]).length + 1
    if (length > longestNote) break
    note.alerts.push([id, name])
  }
  return JSON.stringify(note)
}
