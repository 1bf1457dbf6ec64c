import { isSameName, matchByName, numberedName } from '@overheard/base/name'
import type { AlertDirectory } from '@overheard/mention-client/alert-directory'
import { type Id, idSchema } from '@overheard/mention-client/id'
import type {
  ListeningAlert,
  ListeningClient,
  WrittenAlert,
} from '@overheard/mention-client/listening-client'
import { MentionServiceError } from '@overheard/mention-client/mention-service-error'
import { z } from 'zod'
import type { Access } from '../../listeners/access.ts'
import type { SubscriptionFinder } from '../../listeners/find-subscription.ts'
import { type Form, type FormViews, openForm } from '../../listeners/open-modal.ts'
import { inputText, type MessageAction, readNote, type ViewSubmission } from '../../listeners/payloads.ts'
import type { Asker, Reply } from '../../listeners/reply.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { replyTexts, unavailableText } from '../../messages/replies.ts'
import { changeTexts } from '../../messages/subscription-notices.ts'
import { classifyFailure } from '../../model/failure.ts'
import type { Content } from '../../model/message.ts'
import { automatic, dedupeOfNew, type RegisteredSubscription } from '../../model/subscription.ts'
import type { Channels } from '../../slack/channels.ts'
import { canPost } from '../../subscriptions/can-post.ts'
import type { ChangeLog } from '../../subscriptions/change-log.ts'
import type { PrivateAlerts } from '../../subscriptions/private-alerts.ts'
import {
  type SubscriptionService,
  tooManySubscriptionsText,
} from '../../subscriptions/subscription-service.ts'
import { plainLine } from '../../typed/text.ts'
import {
  changedAlertSettings,
  editAlertModal,
  listeningAlerts,
  listeningInputs,
  listenPreview,
  longestButtonQuery,
  removeAlertModal,
  say,
  shortNames,
  shownName,
  unreadableText,
} from './messages.ts'

export const listeningCallbacks = { edit: 'listening_edit', remove: 'listening_remove' } as const

type ListeningDeps = {
  client: Pick<ListeningClient, 'preview' | 'alerts' | 'add' | 'change' | 'remove'>
  alerts: AlertDirectory
  access: Pick<Access, 'refusal' | 'readableAlerts'>
  privateAlerts: Pick<PrivateAlerts, 'names'>
  finder: Pick<SubscriptionFinder, 'inChannel' | 'channelOf'>
  registry: { all(): RegisteredSubscription[] }
  subscriptions: Pick<SubscriptionService, 'subscribe' | 'unsubscribe'>
  changes: Pick<ChangeLog, 'tell'>
  channels: Pick<Channels, 'probe' | 'join'>
  views: FormViews
  reply: Reply
}

const noteSchema = z.object({ id: idSchema, channel: z.string(), responseUrl: z.string() })

/** The alerts of the mention service are for everybody. */
const forEverybody = { forEverybody: true } as const

/** The alerts of a mention service that listens for queries. People may change them if they may subscribe in the channels that get them. */
export function createListeningCommands(deps: ListeningDeps) {
  const { client, access, reply } = deps

  return {
    async preview(asking: Asker, query: string): Promise<Content> {
      const { channel } = asking
      const refusal = await access.refusal(asking, 'subscribe', { channel, ...forEverybody })
      if (refusal !== undefined) return textMessage(refusal)
      if (query.trim() === '') return textMessage(say.whatToListenFor())
      if (query.length > longestButtonQuery) return textMessage(say.tooLong({ most: longestButtonQuery }))
      return answered(async () => listenPreview(query, await client.preview({ query, languages: [] })))
    },
    list: (asking: Asker, name?: string) => answered(() => list(deps, asking, name)),
    async here(action: MessageAction): Promise<void> {
      const outcome = await listenHere(deps, action, action.value).catch((error: unknown) => ({
        problem: sentenceOf(error),
      }))
      if ('done' in outcome) await reply(action, textMessage(outcome.done), 'in-place')
      else await reply(action, textMessage(outcome.problem), 'beside')
    },
    /** Opens the form to edit or remove an alert of the list. */
    async choose(action: MessageAction): Promise<void> {
      const answer = await openForm(deps.views, action.trigger, () => formOf(deps, action))
      if (answer !== undefined) await reply(action, answer, 'beside')
    },
    /** Saves the form. Returns the errors to show in it. */
    async edit(submission: ViewSubmission): Promise<Record<string, string> | undefined> {
      const { id, asking } = askerOf(submission)
      const read = readForm(submission)
      if ('errors' in read) return read.errors
      const alert = await changeable(deps, asking, id)
      if (typeof alert === 'string') return { [listeningInputs.query]: alert }
      try {
        const refusal = await refusalOfName(deps, asking, alert, read.written.name)
        if (refusal !== undefined) return { [listeningInputs.name]: refusal }
        await client.change(id, read.written)
      } catch (error) {
        return { [listeningInputs.query]: sentenceOf(error) }
      }
      const settings = changedAlertSettings(alert, read.written)
      const { user, channel } = asking
      if (settings.length > 0)
        await deps.changes.tell(channel, user, () => changeTexts.alertChanged(alert.name, settings), {
          alerts: [id],
        })
      return undefined
    },
    async edited(submission: ViewSubmission): Promise<void> {
      const { asking } = askerOf(submission)
      const name = inputText(submission.values, listeningInputs.name) ?? ''
      await deps.alerts.refresh()
      const content = await answered(() =>
        list(deps, asking, undefined, say.changed({ alert: shownName(name) })),
      )
      await reply(asking, content, 'in-place')
    },
    /** Ends the subscriptions that were made in Slack, and then removes the alert. */
    async remove(submission: ViewSubmission): Promise<void> {
      const { id, asking } = askerOf(submission)
      const alert = await changeable(deps, asking, id)
      const problem =
        typeof alert === 'string'
          ? alert
          : await removeAlert(deps, asking, alert).catch((error) => sentenceOf(error))
      if (typeof alert === 'string' || problem !== undefined)
        return reply(asking, textMessage(problem ?? ''), 'beside')
      const content = await answered(() =>
        list(deps, asking, undefined, say.removed({ alert: shownName(alert.name) })),
      )
      await reply(asking, content, 'in-place')
    },
  }
}

type Outcome = { done: string } | { problem: string }

/** The mention service may be another one, may refuse the query, or may not answer. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof MentionServiceError)) throw error
  if (error.kind === 'no_such_method') return say.notHere()
  if (error.kind === 'bad_parameter') return unreadableText(error.detail ?? '')
  if (error.kind === 'alert_not_found') return say.gone()
  return unavailableText(classifyFailure(error).reason)
}

async function answered(work: () => Promise<Content>): Promise<Content> {
  try {
    return await work()
  } catch (error) {
    return textMessage(sentenceOf(error))
  }
}

async function readable(deps: ListeningDeps, asking: Asker): Promise<ListeningAlert[]> {
  const all = await deps.client.alerts()
  const seen = await deps.access.readableAlerts(
    asking,
    all.map(({ id, name }) => ({ id, name, type: 'mentions', projectName: '' })),
  )
  return all.filter(({ id }) => seen.some((one) => one.id === id))
}

const subscriptionsOf = (deps: ListeningDeps, { id, name }: ListeningAlert) =>
  deps.registry.all().filter(({ subscription: { alert } }) => alert === id || isSameName(alert, name))

/** Why the person may not change an alert; undefined if they may subscribe in every channel that gets it. */
async function refusalToChange(
  deps: ListeningDeps,
  asking: Asker,
  alert: ListeningAlert,
): Promise<string | undefined> {
  const refusal = await refusalIn(deps, asking, alert, [asking.channel, ...(await channelsOf(deps, alert))])
  return refusal ?? (alert.isFixed ? say.fixed() : undefined)
}

const channelsOf = (deps: ListeningDeps, alert: ListeningAlert) =>
  Promise.all(subscriptionsOf(deps, alert).map(deps.finder.channelOf))

async function refusalIn(
  { access }: ListeningDeps,
  asking: Asker,
  { id }: ListeningAlert,
  channels: (string | undefined)[],
): Promise<string | undefined> {
  for (const channel of new Set(channels)) {
    const refusal = await access.refusal(asking, 'change', { channel, alerts: [id], ...forEverybody })
    if (refusal !== undefined) return refusal
  }
  return undefined
}

/** False if a channel in which the person may change nothing would get what is found under the name of an alert that finds nothing now. */
async function mayUseAgain(
  deps: ListeningDeps,
  asking: Asker,
  sameNamed: ListeningAlert[],
): Promise<boolean> {
  for (const alert of sameNamed.filter(({ query }) => query === undefined))
    if ((await refusalIn(deps, asking, alert, await channelsOf(deps, alert))) !== undefined) return false
  return true
}

/** Finds the alert and checks the permission. Returns a sentence if there is no such alert, or if the person may not change it. */
async function changeable(deps: ListeningDeps, asking: Asker, id: Id): Promise<ListeningAlert | string> {
  const refusal = await deps.access.refusal(asking, 'change', { channel: asking.channel, ...forEverybody })
  if (refusal !== undefined) return refusal
  try {
    const alert = (await readable(deps, asking)).find((one) => one.id === id)
    return alert === undefined ? say.gone() : ((await refusalToChange(deps, asking, alert)) ?? alert)
  } catch (error) {
    return sentenceOf(error)
  }
}

async function list(deps: ListeningDeps, asking: Asker, name?: string, note?: string): Promise<Content> {
  const all = await readable(deps, asking)
  const fitting =
    name === undefined ? all : matchByName(name, all, (one) => ({ id: one.id, names: [one.name] }))
  const here = new Set(await deps.finder.inChannel(asking.channel))
  const listed = (name === undefined || fitting.length > 0 ? fitting : all).map((alert) => ({
    ...alert,
    isHere: subscriptionsOf(deps, alert).some((one) => here.has(one)),
  }))
  const unknown =
    name !== undefined && fitting.length === 0 ? say.noSuchAlert({ name: shownName(name) }) : undefined
  return listeningAlerts(listed, note ?? unknown)
}

async function listenHere(deps: ListeningDeps, asking: Asker, query: string): Promise<Outcome> {
  const { user, channel } = asking
  const known = (await readable(deps, asking)).find(
    (one) => one.query === query && one.languages.length === 0,
  )
  const subject = { channel, alerts: known === undefined ? [] : [known.id], ...forEverybody }
  const refusal = await deps.access.refusal(asking, 'subscribe', subject)
  if (refusal !== undefined) return { problem: refusal }
  if (!(await canPost(deps, channel))) return { problem: replyTexts.cannotPost() }
  const alert = known ?? (await addAlert(deps, asking, query))
  if (alert === undefined) return { problem: say.otherName() }
  await deps.alerts.refresh()
  const refused = await deps.access.refusal(asking, 'subscribe', {
    channel,
    alerts: [alert.id],
    ...forEverybody,
  })
  if (refused !== undefined) return { problem: refused }
  const here = await deps.finder.inChannel(channel)
  if (subscriptionsOf(deps, alert).some((one) => here.includes(one)))
    return { problem: say.alreadyHere({ alert: shownName(alert.name) }) }
  // By id, because the alert may get another name.
  const made = await deps.subscriptions.subscribe(
    { user, channel },
    { ...usualSettings, alert: alert.id, channel },
  )
  if (made === undefined) return { problem: tooManySubscriptionsText() }
  return { done: say.listens({ alert: shownName(alert.name) }) }
}

/** Returns undefined if the new alert would have the name of a private one, or be one. */
async function addAlert(
  deps: ListeningDeps,
  asking: Asker,
  query: string,
): Promise<ListeningAlert | undefined> {
  const name = await nameOfNew(deps, asking, query)
  if (name === undefined) return undefined
  const added = await deps.client.add({ name, query, languages: [] })
  const { user, channel } = asking
  await deps.changes.tell(channel, user, () => changeTexts.alertMade(added.name), { alerts: [added.id] })
  return added
}

/**
 * The name of a new alert is its query, with a number if the person may not use the alert again that finds nothing any more and has the name:
 * the service would.
 */
async function nameOfNew(deps: ListeningDeps, asking: Asker, query: string): Promise<string | undefined> {
  const all = await deps.client.alerts()
  for (let number = 1; ; number++) {
    const name = numberedName(query, number, longestName)
    const sameNamed = all.filter((one) => isSameName(one.name, name))
    if ([name, ...sameNamed.map(({ id }) => id)].some(deps.privateAlerts.names)) return undefined
    if (await mayUseAgain(deps, asking, sameNamed)) return name
  }
}

async function formOf(deps: ListeningDeps, action: MessageAction): Promise<Form | Content> {
  const { channel, responseUrl } = action
  const [choice = '', id = ''] = action.value.split(':')
  const alert = await changeable(deps, action, id)
  if (typeof alert === 'string') return textMessage(alert)
  const note = JSON.stringify({ id: alert.id, channel, responseUrl })
  const endable = subscriptionsOf(deps, alert).filter(({ fromSlack }) => fromSlack !== undefined).length
  const modal =
    choice === 'edit'
      ? { ...editAlertModal(alert), callback: listeningCallbacks.edit }
      : { ...removeAlertModal(alert, endable), callback: listeningCallbacks.remove }
  return { ...modal, note }
}

/**
 * Why the alert may not have this name; undefined if it may. `private` must go on to mean the alerts that it means now. A name that two alerts
 * have finds neither, unless one of them finds nothing any more.
 */
async function refusalOfName(
  deps: ListeningDeps,
  asking: Asker,
  alert: ListeningAlert,
  name: string,
): Promise<string | undefined> {
  const byName = subscriptionsOf(deps, alert).filter(({ subscription }) => subscription.alert !== alert.id)
  if (name !== alert.name && byName.length > 0) return say.found({ subscriptions: shortNames(byName) })
  if (isSameName(name, alert.name)) return undefined
  if (deps.privateAlerts.names(alert.name) && !deps.privateAlerts.names(alert.id)) return say.keptName()
  const sameNamed = (await deps.client.alerts()).filter((other) => isSameName(other.name, name))
  const isTaken = sameNamed.some(({ query }) => query !== undefined) || deps.privateAlerts.names(name)
  return isTaken || !(await mayUseAgain(deps, asking, sameNamed)) ? say.otherName() : undefined
}

const askerOf = ({ user, metadata }: ViewSubmission) => {
  const { id, ...place } = readNote(noteSchema, metadata)
  return { id, asking: { user, ...place, byValue: true as const } }
}

/** Returns a sentence if the alert cannot be removed. */
async function removeAlert(
  deps: ListeningDeps,
  asking: Asker,
  alert: ListeningAlert,
): Promise<string | undefined> {
  if ([alert.id, alert.name].some(deps.privateAlerts.names)) return say.keptAlert()
  const posting = subscriptionsOf(deps, alert)
  const inFile = posting.filter(({ fromSlack }) => fromSlack === undefined)
  if (inFile.length > 0) return say.usedInFile({ subscriptions: shortNames(inFile) })
  for (const one of posting) {
    const channel = (await deps.finder.channelOf(one)) ?? one.subscription.channel
    await deps.subscriptions.unsubscribe({ user: asking.user, channel, name: one.subscription.name })
  }
  await deps.client.remove(alert.id)
  const { user, channel } = asking
  await deps.changes.tell(channel, user, () => changeTexts.alertRemoved(alert.name), { alerts: [alert.id] })
  await deps.alerts.refresh()
  return undefined
}

export type ListeningCommands = ReturnType<typeof createListeningCommands>

/** Of a new alert. */
const longestName = 100

const usualSettings = {
  ...dedupeOfNew,
  schedule: automatic,
  timezone: 'UTC',
  backfill: 0,
  burst: 5,
  only: {},
  except: {},
}

function readForm({
  values,
}: ViewSubmission): { written: WrittenAlert } | { errors: Record<string, string> } {
  const { name, query, languages } = listeningInputs
  const given = (input: string) => plainLine(inputText(values, input) ?? '')
  const codes = given(languages)
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((code) => code !== '')
  const errors = {
    ...(given(name) === '' && { [name]: say.missing() }),
    ...(given(query) === '' && { [query]: say.missing() }),
    ...(codes.some((code) => !/^[a-z]{2,3}$/.test(code)) && { [languages]: say.wrongLanguage() }),
  }
  if (Object.keys(errors).length > 0) return { errors }
  return { written: { name: given(name), query: given(query), languages: codes } }
}
