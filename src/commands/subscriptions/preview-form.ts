import type { AlertBook } from '../../alerts.ts'
import type { Views } from '../../deliver/views.ts'
import { cannotBeTold } from '../../messages/refusals.ts'
import { say } from '../../messages/say.ts'
import { subscribeModal } from '../../messages/subscriptions/modal.ts'
import { previewSentence } from '../../messages/subscriptions/preview-words.ts'
import { failureOf } from '../../statistics/failure.ts'
import type { PreviewWeek } from '../looking/preview-week.ts'
import type { Reply } from '../reply.ts'
import type { Submission } from '../submission.ts'
import type { ReadForm } from './form.ts'
import { type Note, subscribeCallback } from './modal-note.ts'
import { offeredAlerts } from './offered-alerts.ts'

/** What the preview in the form takes. `timezone`: that of the form (IANA). */
export type PreviewDeps = {
  alerts: Pick<AlertBook, 'all' | 'known'>
  views: Pick<Views, 'update'>
  previewWeek: PreviewWeek
  reply: Reply
  timezone: string
}

/**
 * Draws the form anew, with what it would have posted, or why that is not told (`refusal`); what was filled in stays, as Slack keeps inputs
 * of the same name.
 */
export async function previewForm(
  deps: PreviewDeps,
  press: Submission,
  { note, read, refusal }: { note: Note; read: ReadForm; refusal?: string },
): Promise<void> {
  const { edits, asked } = note
  const [all, sentence] = await Promise.all([
    edits === undefined ? deps.alerts.all().catch(deps.alerts.known) : [],
    refusal ?? previewLine(deps, read, note.channel),
  ])
  const offered = offeredAlerts(all, asked) ?? offeredAlerts(all, undefined)
  // Slack refuses a form with an empty list.
  if (edits === undefined && all.length === 0)
    return deps.reply({ ...note, user: press.user }, say(sentence), 'beside')
  const modal = subscribeModal({
    offered: [],
    ...offered,
    chosen: read.kind === 'settings' ? read.settings : {},
    timezone: deps.timezone,
    ...(edits === undefined ? {} : { edits }),
    preview: sentence,
  })
  await deps.views.update(press.view, { ...modal, callback: subscribeCallback, note: press.note })
}

async function previewLine({ previewWeek }: PreviewDeps, read: ReadForm, channel: string): Promise<string> {
  if (read.kind === 'wrong') return Object.values(read.errors).join(' ')
  try {
    const found = await previewWeek({ ...read.settings, name: 'preview' }, read.settings.channel || channel)
    return found.kind === 'no-alert' ? 'The alert is not there.' : previewSentence(found.tally, found.more)
  } catch (error) {
    return cannotBeTold(failureOf(error).reason)
  }
}
