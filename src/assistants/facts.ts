import { closestNames } from '@overheard/base/name'
import type { Time } from '@overheard/base/time'
import type { MentionPage, MentionQuery } from '@overheard/mention-client'
import type { Alert } from '@overheard/mention-client/alert'
import { type AlertDirectory, findAlertIn } from '@overheard/mention-client/alert-directory'
import type { Id, WrittenAlert } from '@overheard/mention-client/id'
import type { Mention } from '@overheard/mention-client/mention'
import type { Status } from '../answers/index.ts'
import type { OpenMentions } from '../cards/open-mentions.ts'
import { matchAlerts } from '../listeners/find-subscription.ts'
import { cut } from '../messages/kit/text.ts'
import type { PostedCard } from '../model/card.ts'
import type { MessageKey } from '../model/collection.ts'
import type { OpenProblem } from '../model/problem.ts'
import {
  alertsOfDigest,
  type Digest,
  type RegisteredSubscription,
  recipientOf,
} from '../model/subscription.ts'
import type { Statistics } from '../stats/statistics.ts'
import { coveredBy, type PostView, postOfCard } from './mention-view.ts'

type RequestOptions = { priority: 'command'; signal: AbortSignal }

/** Everything that the tools read. Nothing here changes anything. Requests to the mention service have a limit of their own. */
export type McpDeps = {
  now: () => Time
  alerts: Pick<AlertDirectory, 'all' | 'known'>
  isPrivate: (alert: WrittenAlert) => Promise<boolean>
  registry: { all(): RegisteredSubscription[] }
  channelOf: (one: RegisteredSubscription) => Promise<string | undefined>
  channelName: (id: string) => Promise<string>
  subscriptionsOf: (channel: string) => Promise<{ alert: WrittenAlert }[]>
  mentions: (alert: Id, query: MentionQuery, ask: RequestOptions) => AsyncIterable<MentionPage>
  findMention: (alert: Id, id: Id) => Promise<Mention | undefined>
  statistics: Statistics
  status: Pick<Status, 'describe' | 'explain'>
  openProblems: () => OpenProblem[]
  open: Pick<OpenMentions, 'best'>
  postedSince: (at: Time) => AsyncIterable<PostedCard>
  /** Lets other work run, because reading many records would delay posts. */
  pause: () => Promise<unknown>
  permalink: (place: MessageKey) => Promise<string | undefined>
  digests: Digest[]
  previewDigest: (digest: Digest) => Promise<{ parent: { text: string }; thread: { text: string }[] }>
}

/** This error tells the assistant what to ask instead. Its message contains only what the token may see. */
export class QuestionError extends Error {
  override readonly name = 'QuestionError'
}

const mostNamesInError = 20

const listed = (alerts: { name: string }[]) =>
  alerts
    .slice(0, mostNamesInError)
    .map(({ name }) => `"${cut(name, 100)}"`)
    .join(', ') + (alerts.length > mostNamesInError ? ', … (list_alerts has all)' : '')

/**
 * Leaves out what a token may not see. For a public token, private alerts do not exist: a question about a private alert gets the same answer
 * as a question about an unknown alert.
 */
export function createView(deps: McpDeps, seesPrivate: boolean) {
  const { registry, isPrivate } = deps
  const mayRead = async (alert: WrittenAlert) => seesPrivate || !(await isPrivate(alert))

  async function filterVisible<T>(items: T[], alertOf: (item: T) => string): Promise<T[]> {
    const visible = await Promise.all(items.map((item) => mayRead(alertOf(item))))
    return items.filter((_, at) => visible[at])
  }

  /** If the mention service fails, returns the last list. */
  async function loadAlerts(): Promise<Alert[]> {
    const known = deps.alerts.known()
    return known.length === 0 ? deps.alerts.all() : deps.alerts.all().catch(() => known)
  }

  const alerts = async () => filterVisible(await loadAlerts(), ({ id }) => id)
  // Assistants do not learn what single people get in their direct messages.
  const subscriptions = () =>
    filterVisible(
      registry.all().filter((one) => recipientOf(one) === undefined),
      ({ subscription }) => subscription.alert,
    )

  /** A digest also tells what happened to the other alerts of its channel. */
  async function isDigestVisible(digest: Digest): Promise<boolean> {
    const others = await deps.subscriptionsOf(digest.channel)
    const shown = [...alertsOfDigest(digest), ...others.map(({ alert }) => alert)]
    return (await Promise.all(shown.map(mayRead))).every(Boolean)
  }
  async function digests(): Promise<Digest[]> {
    const visible = await Promise.all(deps.digests.map(isDigestVisible))
    return deps.digests.filter((_, at) => visible[at])
  }

  return {
    alerts,
    subscriptions,
    digests,
    /** Throws QuestionError, with the names of the alerts, if the name does not mean exactly one alert. */
    async alert(written: WrittenAlert): Promise<Alert> {
      const all = await alerts()
      const [alert, ...others] = matchAlerts(written, all)
      if (alert !== undefined && others.length === 0) return alert
      if (alert !== undefined)
        throw new QuestionError(
          `Several alerts fit. Use the id or one of the names: ${listed([alert, ...others])}.`,
        )
      const close = closestNames(written, all, ({ name }) => [name])
      const guess = close.length === 0 ? '' : ` Did you mean ${listed(close)}?`
      throw new QuestionError(`There is no such alert.${guess} Alerts: ${listed(all) || 'none'}.`)
    },
    async subscriptionsByAlert(): Promise<ReadonlyMap<Id, RegisteredSubscription[]>> {
      const all = await alerts()
      return Map.groupBy(
        await subscriptions(),
        ({ subscription }) => findAlertIn(subscription.alert, all)?.id ?? '',
      )
    },
    /** Removes problems that name something private. The alert of a subscription whose record is damaged is unknown, so it may be private. */
    async problems(open: OpenProblem[] = deps.openProblems()): Promise<OpenProblem[]> {
      if (seesPrivate) return open
      const isHidden = await createIsHidden()
      const seen = new Set((await subscriptions()).map(({ subscription }) => subscription.name))
      return open.filter(
        ({ subscription, stops = '', channel = '', what }) =>
          (subscription === undefined || seen.has(subscription)) && ![stops, channel, what].some(isHidden),
      )
    },
    createIsHidden,
  }

  /**
   * The returned function is true for a text with the name of a private alert, or of a subscription or digest of one; or with the name of a
   * subscription that one person gets, unless its alert has the same name, which everybody may read.
   */
  async function createIsHidden(): Promise<(text: string) => boolean> {
    if (seesPrivate) return () => false
    const known = await loadAlerts().catch(() => [])
    const [seenAlerts, seen, seenDigests] = await Promise.all([
      filterVisible(known, ({ id }) => id),
      subscriptions(),
      digests(),
    ])
    const hidden = <T>(all: T[], visible: T[]) => all.filter((one) => !visible.includes(one))
    const seenChannels = new Set(seen.map(({ subscription }) => subscription.channel))
    const seenNames = new Set(seenAlerts.map(({ name }) => folded(name)))
    const ofHidden = hidden(registry.all(), seen).map(async ({ subscription: { name, alert, channel } }) => {
      const place = seenChannels.has(channel) ? [] : [channel]
      if (!(await mayRead(alert))) return [name, alert, ...place]
      return seenNames.has(folded(name)) ? place : [name, ...place]
    })
    return searchFor([
      ...hidden(known, seenAlerts).flatMap(({ name, id }) => [name, id]),
      ...(await Promise.all(ofHidden)).flat(),
      ...hidden(deps.digests, seenDigests).map(({ name }) => `digest ${name}`),
    ])
  }
}

const folded = (text: string) => text.normalize('NFC').toLowerCase().trim()

/** A letter or digit of a script with spaces between words. In other scripts the edges of a word cannot be found. */
const inWord = String.raw`[[\p{L}\p{M}\p{N}_]--[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\p{sc=Tibt}]]`
const edge = `(?!(?<=${inWord})${inWord})`

/** The returned function is true for a text with one of the names, not as a part of a longer word. */
function searchFor(names: string[]): (text: string) => boolean {
  const written = names.map(folded).filter((name) => name !== '')
  if (written.length === 0) return () => false
  const escaped = written.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
  const pattern = new RegExp(`${edge}(?:${escaped.join('|')})${edge}`, 'v')
  return (text) => pattern.test(folded(text))
}
export type View = ReturnType<typeof createView>

/** Finds the messages in Slack that show these mentions of an alert, and who answers them. */
export async function findPosts(
  { postedSince, channelName, pause }: Pick<McpDeps, 'postedSince' | 'channelName' | 'pause'>,
  alert: Id,
  mentions: Mention[],
): Promise<ReadonlyMap<Id, PostView[]>> {
  const posts = new Map<Id, PostView[]>(mentions.map(({ id }) => [id, []]))
  if (mentions.length === 0) return posts
  const oldest = Math.min(...mentions.map(({ date }) => date))
  let read = 0
  for await (const card of postedSince(oldest)) {
    if (++read % cardsAtOnce === 0) await pause()
    if (card.alert !== alert || card.channel.startsWith('D')) continue
    for (const { id, shownAs } of coveredBy(card)) {
      const found = posts.get(id)
      if (found !== undefined && found.length < mostPosts)
        found.push(postOfCard(card, shownAs, await channelName(card.channel)))
    }
  }
  return posts
}

/** Reading these cards takes about 5 ms. */
const cardsAtOnce = 200

/** A mention that many channels show lists at most this many of its messages. */
const mostPosts = 10
