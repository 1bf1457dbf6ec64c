import type { AlertDirectory } from '../../alerts.ts'
import type { Views } from '../../deliver/views.ts'
import { unavailableText } from '../../messages/refusals.ts'
import { textMessage } from '../../messages/say.ts'
import { subscribeModal } from '../../messages/subscriptions/modal.ts'
import { previewSentence } from '../../messages/subscriptions/preview-words.ts'
import { describeFailure } from '../../statistics/failure.ts'
import type { PreviewWeek } from '../looking/preview-week.ts'
import type { Reply } from '../reply.ts'
import type { ViewSubmission } from '../submission.ts'
import type { ParsedForm } from './form.ts'
import { type SubscribeMetadata, subscribeCallback } from './modal-note.ts'
import { offeredAlerts } from './offered-alerts.ts'

/** What the preview in the form takes. `timezone`: that of the form (IANA). */
export type FormPreviewDeps = {
  alerts: Pick<AlertDirectory, 'all' | 'known'>
  views: Pick<Views, 'update'>
  previewWeek: PreviewWeek
  reply: Reply
  timezone: string
}

/**
 * Draws the form anew, with what it would have posted, or why that is not told (`refusal`); what was filled in stays, as Slack keeps inputs
 * of the same name.
 */
export async function showFormPreview(
  deps: FormPreviewDeps,
  action: ViewSubmission,
  { note: metadata, read, refusal }: { note: SubscribeMetadata; read: ParsedForm; refusal?: string },
): Promise<void> {
  const { edits, asked } = metadata
  const [all, sentence] = await Promise.all([
    edits === undefined ? deps.alerts.all().catch(deps.alerts.known) : [],
    refusal ?? previewText(deps, read, metadata.channel),
  ])
  const offered = offeredAlerts(all, asked) ?? offeredAlerts(all, undefined)
  // Slack refuses a form with an empty list.
  if (edits === undefined && all.length === 0)
    return deps.reply({ ...metadata, user: action.user }, textMessage(sentence), 'beside')
  const modal = subscribeModal({
    offered: [],
    ...offered,
    chosen: read.kind === 'settings' ? read.settings : {},
    timezone: deps.timezone,
    ...(edits === undefined ? {} : { edits }),
    preview: sentence,
  })
  await deps.views.update(action.view, { ...modal, callback: subscribeCallback, note: action.metadata })
}

async function previewText(
  { previewWeek }: FormPreviewDeps,
  read: ParsedForm,
  channel: string,
): Promise<string> {
  if (read.kind === 'wrong') return Object.values(read.errors).join(' ')
  try {
    const found = await previewWeek({ ...read.settings, name: 'preview' }, read.settings.channel || channel)
    return found.kind === 'no-alert' ? 'The alert is not there.' : previewSentence(found.tally, found.more)
  } catch (error) {
    return unavailableText(describeFailure(error).reason)
  }
}
