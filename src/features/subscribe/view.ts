import { defined } from '@overheard/base/defined'
import { closestNames } from '@overheard/base/name'
import { type Alert, nameAmong } from '@overheard/mention-client/alert'
import type { AlertDirectory } from '@overheard/mention-client/alert-directory'
import type { WrittenAlert } from '@overheard/mention-client/id'
import { z } from 'zod'
import type { Status } from '../../answers/index.ts'
import type { Access } from '../../listeners/access.ts'
import { matchAlerts } from '../../listeners/find-subscription.ts'
import type { Form } from '../../listeners/open-modal.ts'
import { readNote, type ViewSubmission } from '../../listeners/payloads.ts'
import type { Asker, Reply, ZoneOf } from '../../listeners/reply.ts'
import { noAlertToSubscribe } from '../../listeners/texts/replies.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { sentences } from '../../messages/kit/labels.ts'
import { cut } from '../../messages/kit/text.ts'
import { noAlertText, previewSentence, sampleMessage } from '../../messages/preview.ts'
import { doneElsewhere, replyTexts, unavailableText } from '../../messages/replies.ts'
import { classifyFailure } from '../../model/failure.ts'
import type { Content, ModalContent } from '../../model/message.ts'
import {
  type CardLayout,
  dedupeOfNew,
  ownMessages,
  type RegisteredSubscription,
  type Subscription,
} from '../../model/subscription.ts'
import { isTimezone } from '../../model/timezone.ts'
import type { Channels } from '../../slack/channels.ts'
import type { Views } from '../../slack/views.ts'
import { canPost } from '../../subscriptions/can-post.ts'
import {
  type SubscriptionService,
  tooManySubscriptionsText,
} from '../../subscriptions/subscription-service.ts'
import { type FormPreview, hasMoreSettings, subscribeInputs, subscribeModal } from './form.ts'
import { type ParsedForm, parseSubscribeForm } from './read-form.ts'

export type SubscribeView = ReturnType<typeof createSubscribeView>

type SubscribeViewDeps = FormDeps & {
  zoneOf: ZoneOf
  alerts: AlertDirectory
  registry: { find(name: string): RegisteredSubscription | undefined }
  subscriptions: Pick<SubscriptionService, 'subscribe' | 'edit'>
  channels: Pick<Channels, 'probe' | 'join'>
}

/** The modal carries the state of the form, so any process can handle the submission. */
export function createSubscribeView(deps: SubscribeViewDeps) {
  const settingsBefore = (name: string): Partial<Subscription> => {
    const listed = deps.registry.find(name)
    return listed === undefined ? {} : ownSettings(listed)
  }
  const readAgainstCurrent = (submission: ViewSubmission): SubmittedForm => {
    const note = readSubscribeMetadata(submission.metadata)
    const before = note.edits === undefined ? freshSettings(note) : settingsBefore(note.edits)
    const { firesHourly } = deps
    return { note, before, read: parseSubscribeForm(submission, { ...note, before, firesHourly }) }
  }
  return {
    newForm: (asker: Asker, request: NewRequest) => newForm(deps, asker, request),
    async editForm(asker: Asker, listed: RegisteredSubscription): Promise<Form> {
      const chosen = ownSettings(listed)
      const note = {
        ...(await noteOf(deps, asker)),
        ...{ edits: chosen.name, showsMore: hasMoreSettings(chosen) },
      }
      return formOf(subscribeModal({ offered: [], chosen, ...note, ...common(deps) }), note)
    },
    isFromHome: ({ metadata }: ViewSubmission) => readSubscribeMetadata(metadata).channel === '',
    async preview(action: ViewSubmission): Promise<void> {
      const form = readAgainstCurrent(action)
      const refusal =
        form.read.kind === 'wrong' ? undefined : await refusalOf(deps, action, form.note, form.read)
      const preview = refusal === undefined ? await previewOf(deps, form) : { sentence: refusal }
      await redraw(deps, action, { ...form, preview })
    },
    async showMore(action: ViewSubmission): Promise<void> {
      const form = readAgainstCurrent(action)
      await redraw(deps, action, { ...form, note: { ...form.note, showsMore: true } })
    },
    async check(submission: ViewSubmission): Promise<Record<string, string> | undefined> {
      const { note: metadata, read } = readAgainstCurrent(submission)
      const { schedule, alert: chosen, channel } = subscribeInputs
      const place = metadata.isPersonal ? chosen : channel
      if (metadata.edits !== undefined && deps.registry.find(metadata.edits) === undefined)
        return { [schedule]: replyTexts.subscriptionEnded() }
      if (read.kind === 'wrong') return read.errors
      const refusal = await refusalOf(deps, submission, metadata, read)
      if (refusal !== undefined) return { [metadata.edits === undefined ? place : schedule]: refusal }
      if (metadata.edits !== undefined || metadata.isPersonal || (await canPost(deps, read.settings.channel)))
        return undefined
      return { [place]: replyTexts.cannotPost() }
    },
    /** Calls `stored` when the change survives the end of this process, or when nothing is stored, and before it asks Slack to show anything. */
    async submit(submission: ViewSubmission, stored: () => Promise<void>): Promise<void> {
      const { note: metadata, read } = readAgainstCurrent(submission)
      if (read.kind === 'wrong') return stored()
      const { user } = submission
      const { alert } = read.settings
      const channel = placeOf(metadata, read.settings)
      const tell = (content: Content) => deps.reply({ ...metadata, user }, content, 'beside')
      /** The announcement is in the channel of the subscription, which may be another one. The home tab shows its list again. */
      const tellElsewhere = async (name: string) => {
        if (![channel, ''].includes(metadata.channel)) await tell(doneElsewhere(name))
      }
      if (metadata.edits === undefined) {
        const settings = { ...read.settings, alert: await stableAlertName(deps.alerts, alert) }
        const name = await deps.subscriptions.subscribe({ user, channel }, settings, stored)
        if (name !== undefined) return tellElsewhere(name)
        await stored()
        return tell(textMessage(tooManySubscriptionsText()))
      }
      const { edits: name } = metadata
      if (await deps.subscriptions.edit({ user, channel, name }, read.settings, stored))
        return tellElsewhere(name)
      await stored()
      await tell(textMessage(replyTexts.unchanged(name)))
    },
  }
}

const freshSettings = ({ isPersonal }: SubscribeMetadata): Partial<Subscription> => ({
  ...dedupeOfNew,
  ...(isPersonal && { channel: ownMessages }),
})

/** Without what counts for all subscriptions: a copy of that would stay when the settings change. */
const ownSettings = ({ subscription, fromSlack }: RegisteredSubscription): Subscription =>
  fromSlack === undefined ? subscription : { ...fromSlack.subscription, channel: subscription.channel }

const common = ({ defaults }: Pick<FormDeps, 'defaults'>) => defined({ commonQuiet: defaults.quiet })

function refusalOf(
  { access }: SubscribeViewDeps,
  { user }: ViewSubmission,
  note: SubscribeMetadata,
  { settings }: Extract<ParsedForm, { kind: 'settings' }>,
): Promise<string | undefined> {
  const { channel: askedIn } = note
  const { alert } = settings
  const channel = placeOf(note, settings)
  return access.refusal({ user, channel: askedIn, byValue: true }, 'subscribe', { channel, alerts: [alert] })
}

/** A person who subscribes themselves asks in the direct messages that get the mentions. */
function placeOf(note: SubscribeMetadata, { channel }: Pick<Subscription, 'channel'>): string {
  return channel === ownMessages ? note.channel : channel
}

async function noteOf({ zoneOf }: SubscribeViewDeps, { user, channel, responseUrl }: Asker) {
  return { channel, responseUrl, timezone: await zoneOf(user), showsMore: false }
}

/**
 * `alert` is the text that the person typed; `channel` is the id of the preselected channel, or `ownMessages` if the person asks in their direct
 * messages and subscribes themselves.
 */
type NewRequest = { alert?: WrittenAlert; channel?: string }

/** Returns a message if there is nothing to choose. */
async function newForm(
  deps: SubscribeViewDeps,
  asker: Asker,
  { alert: asked, channel }: NewRequest,
): Promise<Form | Content> {
  let all: Alert[]
  try {
    all = await deps.access.readableAlerts(asker, await deps.alerts.all())
  } catch (error) {
    return textMessage(replyTexts.alertsUnavailable(classifyFailure(error).reason))
  }
  if (all.length === 0) return textMessage(replyTexts.noAlertAllowed())
  const offered = offeredAlerts(all, asked)
  if (offered === undefined) {
    const close = closestNames(asked ?? '', all, ({ name }) => [name])
    const place = channel === undefined || channel === ownMessages ? '' : ` <#${channel}>`
    const guesses = close.map((one) => ({ label: nameAmong(one, all), value: `subscribe ${one.id}${place}` }))
    return noAlertToSubscribe(asked ?? '', guesses)
  }
  const chosen = { ...defined({ channel }), ...offered.chosen }
  const note = {
    ...(await noteOf(deps, asker)),
    ...(asked === undefined ? {} : { asked: cut(asked, 200) }),
    ...(channel === ownMessages && { isPersonal: true as const }),
  }
  return formOf(subscribeModal({ ...offered, ...note, chosen, ...common(deps) }), note)
}

const formOf = (modal: ModalContent, metadata: SubscribeMetadata): Form => ({
  ...modal,
  callback: subscribeCallback,
  note: JSON.stringify(metadata),
})

type FormDeps = {
  access: Pick<Access, 'refusal' | 'readableAlerts'>
  alerts: Pick<AlertDirectory, 'all' | 'known'>
  views: Pick<Views, 'update'>
  status: Pick<Status, 'previewWeek' | 'sample'>
  /** The layout of cards whose subscription has none of its own. */
  layout: CardLayout
  /** What counts for a subscription that does not say it itself. */
  defaults: Partial<Subscription>
  reply: Reply
  firesHourly: (expression: string) => boolean
}

type SubmittedForm = { note: SubscribeMetadata; before: Partial<Subscription>; read: ParsedForm }

/** Redraws the form. Slack keeps the values of the inputs whose names do not change. */
async function redraw(
  deps: FormDeps,
  { user, view }: ViewSubmission,
  { note, before, read, preview }: SubmittedForm & { preview?: FormPreview },
): Promise<void> {
  const { edits, asked } = note
  const { access, alerts } = deps
  const offerable = async () =>
    access.readableAlerts(
      { user, channel: note.channel, byValue: true },
      await alerts.all().catch(alerts.known),
    )
  const all = edits === undefined ? await offerable() : []
  // Slack refuses a form with an empty list.
  if (edits === undefined && all.length === 0)
    return deps.reply({ ...note, user }, textMessage(replyTexts.noAlertAllowed()), 'beside')
  const modal = subscribeModal({
    ...(offeredAlerts(all, asked) ?? offeredAlerts(all, undefined) ?? { offered: [] }),
    chosen: read.kind === 'settings' ? read.settings : before,
    ...note,
    ...common(deps),
    ...defined({ preview }),
  })
  await deps.views.update(view, formOf(modal, note))
}

async function previewOf(
  { status, layout, defaults }: FormDeps,
  { note, read }: SubmittedForm,
): Promise<FormPreview> {
  if (read.kind === 'wrong') return { sentence: sentences(Object.values(read.errors)) }
  const subscription = { ...defaults, ...read.settings, name: note.edits ?? 'preview' }
  const channel = placeOf(note, subscription) || note.channel
  try {
    const [found, sample] = await Promise.all([
      status.previewWeek(subscription, channel),
      status.sample(subscription, channel),
    ])
    if (found.kind === 'no-alert') return { sentence: noAlertText(subscription) }
    const sentence = previewSentence(found.tally, found.more)
    if (sample.kind !== 'sample') return { sentence }
    return { sentence, sample: sampleMessage(subscription, sample, layout) }
  } catch (error) {
    return { sentence: unavailableText(classifyFailure(error).reason) }
  }
}

type AlertLookup = Pick<AlertDirectory, 'find'>

/** Slack's limit for the options of a select. */
const maxOffered = 100

/**
 * Returns the alerts that a form offers. If the typed name fits one alert, that alert is first and preselected. If it
 * fits several, offers only these. Returns undefined if it fits none.
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

/** Returns the alert's name if it is unique, because people read it; otherwise the alert's id. Never rejects. */
export async function stableAlertName(alerts: AlertLookup, chosen: WrittenAlert): Promise<WrittenAlert> {
  const name = await uniqueNameOf(alerts, chosen).catch(() => undefined)
  return name ?? chosen
}

async function uniqueNameOf(alerts: AlertLookup, chosen: WrittenAlert): Promise<string | undefined> {
  const meant = await alerts.find(chosen)
  if (meant.kind !== 'found') return undefined
  const byName = await alerts.find(meant.alert.name)
  return byName.kind === 'found' && byName.alert.id === meant.alert.id ? byName.alert.name : undefined
}

export const subscribeCallback = 'subscribe'

/**
 * `asked` is the alert that the person typed. `edits` is the name of the edited subscription. `timezone` is the
 * person's own time zone (IANA). `showsMore` is true if the second step of the form is open.
 */
const subscribeMetadataSchema = z.object({
  channel: z.string(),
  responseUrl: z.string(),
  asked: z.string().exactOptional(),
  edits: z.string().exactOptional(),
  /** The person subscribes themselves, in the direct messages `channel`. */
  isPersonal: z.literal(true).exactOptional(),
  timezone: z.string().refine(isTimezone),
  showsMore: z.boolean(),
})

type SubscribeMetadata = z.output<typeof subscribeMetadataSchema>

const readSubscribeMetadata = (text: string): SubscribeMetadata => readNote(subscribeMetadataSchema, text)
