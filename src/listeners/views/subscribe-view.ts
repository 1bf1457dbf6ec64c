import { z } from 'zod'
import type { AlertDirectory } from '../../mention-api/alert-directory.ts'
import { textMessage } from '../../messages/block-kit.ts'
import { unavailableText } from '../../messages/replies.ts'
import { previewSentence, subscribeInputs, subscribeModal } from '../../messages/subscription-form.ts'
import { cut, isolate } from '../../messages/text.ts'
import { type Alert, nameAmong } from '../../model/alert.ts'
import type { Content, ModalContent } from '../../model/message.ts'
import type { RegisteredSubscription, Subscription } from '../../model/subscription.ts'
import type { Channels } from '../../slack/channels.ts'
import type { Views } from '../../slack/views.ts'
import { describeFailure } from '../../stats/failure.ts'
import type { PreviewWeek } from '../../status/preview.ts'
import {
  type SubscriptionService,
  tooManySubscriptionsText,
} from '../../subscriptions/subscription-service.ts'
import type { Access } from '../access.ts'
import { matchAlerts } from '../find-subscription.ts'
import type { ViewSubmission } from '../payloads.ts'
import type { Asker, Reply } from '../reply.ts'
import { type ParsedForm, parseSubscribeForm } from './read-subscribe-form.ts'

/** The form in which people create and edit subscriptions. */
export type SubscribeView = {
  /** Opens the form for a new subscription, or returns why it cannot. `alert`: as the person wrote it. `channel`: the preselected id. */
  openNew(asker: ModalOpener, request: { alert?: string; channel?: string }): Promise<Content | undefined>
  openEdit(asker: ModalOpener, subscription: Subscription): Promise<Content | undefined>
  /** Shows in the form how many mentions would have been posted. */
  preview(action: ViewSubmission): Promise<void>
  /** The errors of a submission by input name; undefined if it is valid and allowed. */
  check(submission: ViewSubmission): Promise<Record<string, string> | undefined>
  submit(submission: ViewSubmission): Promise<void>
}

/** A person who has just typed or pressed something, which allows one modal to open. */
export type ModalOpener = Asker & { trigger: string }

type SubscribeViewDeps = FormPreviewDeps & {
  alerts: AlertDirectory
  registry: { find(name: string): RegisteredSubscription | undefined }
  views: Pick<Views, 'open'>
  subscriptions: Pick<SubscriptionService, 'subscribe' | 'edit'>
  channels: Pick<Channels, 'probe' | 'join'>
}

/** Creates the form. Its state is in the modal, so any process can take the submission. */
export function createSubscribeView(deps: SubscribeViewDeps): SubscribeView {
  const readAgainstCurrent = (submission: ViewSubmission): { note: SubscribeMetadata; read: ParsedForm } => {
    const metadata = readSubscribeMetadata(submission.metadata)
    const before =
      metadata.edits === undefined ? {} : (deps.registry.find(metadata.edits)?.subscription ?? {})
    return { note: metadata, read: parseSubscribeForm(submission, { ...deps, before }) }
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
      const refusal =
        form.read.kind === 'wrong' ? undefined : await refusalOf(deps, action, form.note, form.read)
      await showFormPreview(deps, action, { ...form, ...(refusal === undefined ? {} : { refusal }) })
    },
    async check(submission) {
      const { note: metadata, read } = readAgainstCurrent(submission)
      const { schedule, channel: place } = subscribeInputs
      if (metadata.edits !== undefined && deps.registry.find(metadata.edits) === undefined)
        return { [schedule]: 'Somebody has ended this subscription in the meantime.' }
      if (read.kind === 'wrong') return read.errors
      const refusal = await refusalOf(deps, submission, metadata, read)
      if (refusal !== undefined) return { [metadata.edits === undefined ? place : schedule]: refusal }
      if (metadata.edits !== undefined || (await canPost(deps, read.settings.channel))) return undefined
      return { [place]: cannotPostText }
    },
    async submit(submission) {
      const { note: metadata, read } = readAgainstCurrent(submission)
      if (read.kind === 'wrong') return
      const { user } = submission
      const { channel, alert } = read.settings
      if (metadata.edits === undefined) {
        const settings = { ...read.settings, alert: await stableAlertName(deps.alerts, alert) }
        const name = await deps.subscriptions.subscribe({ user, channel }, settings)
        if (name === undefined)
          await deps.reply({ ...metadata, user }, textMessage(tooManySubscriptionsText), 'beside')
      } else if (!(await deps.subscriptions.edit({ user, channel, name: metadata.edits }, read.settings)))
        await deps.reply(
          { ...metadata, user },
          textMessage(`${metadata.edits} stays as it was: nothing was changed.`),
          'beside',
        )
    },
  }
}

/** The reason why the person may not save these settings; undefined if they may. */
function refusalOf(
  { access }: SubscribeViewDeps,
  { user }: ViewSubmission,
  { channel: askedIn }: SubscribeMetadata,
  { settings: { channel, alert } }: Extract<ParsedForm, { kind: 'settings' }>,
): Promise<string | undefined> {
  return access.refusal({ user, channel: askedIn }, 'change', { channel, alerts: [alert] })
}

const cannotPostText =
  'Overheard cannot post to this channel: it is archived, or private and Overheard is not in it. /invite @overheard there first.'

/** Joins a public channel, as the first post would. If Slack does not answer, the first post will show. */
async function canPost({ channels }: SubscribeViewDeps, channel: string): Promise<boolean> {
  if ((await channels.probe(channel)) !== 'unusable') return true
  await channels.join(channel)
  return (await channels.probe(channel)) !== 'unusable'
}

const placeOf = ({ channel, responseUrl }: Asker) => ({ channel, responseUrl })

async function openNew(
  deps: SubscribeViewDeps,
  asker: ModalOpener,
  { alert: asked, channel }: { alert?: string; channel?: string },
): Promise<Content | undefined> {
  let all: Alert[]
  try {
    all = await deps.access.alerts(asker, await deps.alerts.all())
  } catch (error) {
    return textMessage(`The alerts cannot be listed now: ${describeFailure(error).reason}.`)
  }
  if (all.length === 0) return textMessage('There is no alert that you may subscribe to.')
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

/** `timezone`: the time zone of the form (IANA). */
type FormPreviewDeps = {
  access: Pick<Access, 'refusal' | 'alerts'>
  alerts: Pick<AlertDirectory, 'all' | 'known'>
  views: Pick<Views, 'update'>
  previewWeek: PreviewWeek
  reply: Reply
  timezone: string
  /** True if a cron expression fires in every hour. */
  firesHourly: (expression: string) => boolean
}

/** Redraws the form with the preview, or with the reason why there is none (`refusal`). Slack keeps the values of inputs with the same name. */
async function showFormPreview(
  deps: FormPreviewDeps,
  action: ViewSubmission,
  { note: metadata, read, refusal }: { note: SubscribeMetadata; read: ParsedForm; refusal?: string },
): Promise<void> {
  const { edits, asked } = metadata
  const [all, sentence] = await Promise.all([
    edits === undefined ? offerableAlerts(deps, action.user, metadata.channel) : [],
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

async function offerableAlerts(
  { access, alerts }: FormPreviewDeps,
  user: string,
  channel: string,
): Promise<Alert[]> {
  return access.alerts({ user, channel }, await alerts.all().catch(alerts.known))
}

async function previewText(
  { previewWeek }: FormPreviewDeps,
  read: ParsedForm,
  channel: string,
): Promise<string> {
  if (read.kind === 'wrong') return Object.values(read.errors).join(' ')
  try {
    const found = await previewWeek({ ...read.settings, name: 'preview' }, read.settings.channel || channel)
    return found.kind === 'no-alert' ? 'There is no such alert.' : previewSentence(found.tally, found.more)
  } catch (error) {
    return unavailableText(describeFailure(error).reason)
  }
}

type AlertLookup = Pick<AlertDirectory, 'find'>

/** Slack's limit for the options of a select. */
const maxOffered = 100

/**
 * The alerts that a form offers. If the person wrote the name of one alert, it is preselected and comes first; if the name is ambiguous,
 * only the matching alerts are offered. Undefined if no alert matches.
 */
export function offeredAlerts(all: Alert[], asked: string | undefined) {
  const found = asked === undefined ? [] : matchAlerts(asked, all)
  if (asked !== undefined && found.length === 0) return undefined
  const first = found.length === 1 ? found : []
  const others = found.length > 1 ? found : all.filter((alert) => !first.includes(alert))
  const offered = [...first, ...others]
  return {
    offered: offered.slice(0, maxOffered).map((alert) => ({ id: alert.id, name: nameAmong(alert, all) })),
    left: Math.max(0, offered.length - maxOffered),
    chosen: first[0] === undefined ? {} : { alert: first[0].id },
  }
}

/** Slack sends a known channel as a link. So a word that still begins with # is an unknown channel, or belongs to an alert's name. */
export function noSuchAlertText(asked: string): string {
  const shown = isolate(cut(asked, 100))
  const channel = /(?:^|\s)(#\S{1,80})$/.exec(asked)?.[1]
  if (channel === undefined) return `No alert matches "${shown}". /mentions subscribe lists them.`
  return `Slack knows no channel ${isolate(channel)} that you can see, and there is no alert "${shown}". Choose the channel from the list that Slack shows while you type.`
}

/** The alert's name if it is unique, because people read it; otherwise its id. Never rejects. */
export async function stableAlertName(alerts: AlertLookup, id: string): Promise<string> {
  const name = await uniqueNameOf(alerts, id).catch(() => undefined)
  return name ?? id
}

async function uniqueNameOf(alerts: AlertLookup, id: string): Promise<string | undefined> {
  const byId = await alerts.find(id)
  if (byId.kind !== 'found') return undefined
  const byName = await alerts.find(byId.alert.name)
  return byName.kind === 'found' && byName.alert.id === id ? byName.alert.name : undefined
}

/** The callback id of the form. */
export const subscribeCallback = 'subscribe'

/** The metadata of the form. `asked`: the alert as it was written in the command. `edits`: the name of the edited subscription. */
const subscribeMetadataSchema = z.object({
  channel: z.string(),
  responseUrl: z.string(),
  asked: z.string().exactOptional(),
  edits: z.string().exactOptional(),
})

type SubscribeMetadata = z.output<typeof subscribeMetadataSchema>

/** Throws if the text is not the metadata of this form. */
const readSubscribeMetadata = (text: string): SubscribeMetadata =>
  subscribeMetadataSchema.parse(JSON.parse(text))
