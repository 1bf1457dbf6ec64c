import { defined } from '@overheard/base/defined'
import { memoizeAsync } from '@overheard/base/memoize'
import type { Time } from '@overheard/base/time'
import type { ApplyCardAction } from '../../cards/card-actions.ts'
import type { OpenMention, OpenMentions } from '../../cards/open-mentions.ts'
import type { Access, Asking } from '../../listeners/access.ts'
import type { MessageAction } from '../../listeners/payloads.ts'
import type { Reply } from '../../listeners/reply.ts'
import { textMessage } from '../../messages/kit/block-kit.ts'
import { cardState, stateWords } from '../../messages/mention/mention-parts.ts'
import { type OpenListPage, readOpenValue } from '../../messages/mention/open-target.ts'
import { isOverdue, type OpenLine } from '../../messages/open-line.ts'
import { messageUnknown, replyTexts } from '../../messages/replies.ts'
import type { PostedCard } from '../../model/card.ts'
import type { Content } from '../../model/message.ts'
import type { RegisteredSubscription } from '../../model/subscription.ts'
import type { Messages } from '../../slack/posted-messages.ts'
import { type OpenPage, openList, openPerHomePage, openPerPage, readPageValue } from './messages.ts'

type RowAction = 'claim' | 'done' | 'release'

export type OpenList = ReturnType<typeof createOpenList>

/** `open` are the mentions that nobody has claimed or got assigned, and `mine` those that the person has. */
export type HomeLists = { open: OpenPage; negative: number; withOthers: number; mine: OpenPage }

type OpenListDeps = {
  open: OpenMentions
  applyCardAction: ApplyCardAction
  findCard: (message: { channel: string; ts: string }) => Promise<PostedCard | undefined>
  registry: { all(): RegisteredSubscription[] }
  access: Pick<Access, 'readableSubscriptions' | 'refusal'>
  messages: Pick<Messages, 'permalink'>
  reply: Reply
  now: () => Time
}

/** Permalinks never change, so each is cached for this time, in ms. */
const permalinkKeptMs = 30 * 86_400_000

export function createOpenList(deps: OpenListDeps) {
  const { open, access, registry, now, reply } = deps
  const permalink = memoizeAsync((channel: string, ts: string) => deps.messages.permalink({ channel, ts }), {
    ttlMs: permalinkKeptMs,
    now,
    keyOf: (channel, ts) => `${channel} ${ts}`,
    keep: (found) => found !== undefined,
  })

  /** Leaves out mentions whose subscription has ended, and mentions that the person may not see. */
  async function readableBy(asking: Asking): Promise<(one: OpenMention) => boolean> {
    const readable = await access.readableSubscriptions(asking, registry.all())
    const names = new Set(readable.map(({ subscription }) => subscription.name))
    return ({ subscription }) => names.has(subscription)
  }

  async function read(
    { user }: Asking,
    { scope, page }: OpenListPage,
    query: Omit<Parameters<OpenMentions['best']>[0], 'offset' | 'limit'>,
    perPage: number,
  ): Promise<{ shown: OpenPage; first: number }> {
    const at = (wanted: number) => open.best({ ...query, offset: wanted * perPage, limit: perPage })
    const asked = await at(page)
    const last = Math.min(page, Math.max(0, Math.ceil(asked.total / perPage) - 1))
    const { rows, total, first } = last === page ? asked : await at(last)
    const lines = await Promise.all(
      rows.map(
        async ({
          channel,
          ts,
          alert,
          shown: mention,
          reasons,
          state,
          ticket,
          lateSince,
          missed,
        }): Promise<OpenLine> => {
          const line = { channel, ts, alert, mention, reasons, permalink: await permalink(channel, ts) }
          return { ...line, ...defined({ holder: state, lateSince, missed }), ...(ticket && { ticket }) }
        },
      ),
    )
    return { shown: { lines, total, page: last, perPage, scope, now: now(), viewer: user }, first }
  }

  async function answer(asking: Asking, list: OpenListPage): Promise<Content> {
    const isReadable = await readableBy(asking)
    const isListed = ({ state, channel }: OpenMention) =>
      list.scope === 'mine' ? state?.user === asking.user : channel === asking.channel
    const accepts = (one: OpenMention) => isListed(one) && isReadable(one)
    return openList((await read(asking, list, { accepts }, openPerPage)).shown)
  }

  /** Returns the lists of the home tab. If a page number is too high, returns the last page. */
  async function home(
    user: string,
    channels: ReadonlySet<string>,
    { openPage, minePage }: { openPage: number; minePage: number },
  ): Promise<HomeLists> {
    const asking = { user, channel: '' }
    const isReadable = await readableBy(asking)
    const isMine = ({ state }: OpenMention) => state?.user === user
    const isSeen = (one: OpenMention) => channels.has(one.channel) && isReadable(one)
    const [unheld, mine, others] = await Promise.all([
      read(
        asking,
        { scope: 'home', page: openPage },
        { accepts: (one) => one.state === undefined && isSeen(one), isFirst: ({ isNegative }) => isNegative },
        openPerHomePage,
      ),
      read(
        asking,
        { scope: 'mine', page: minePage },
        {
          accepts: (one) => isMine(one) && isReadable(one),
          isFirst: ({ state }) => isOverdue(defined({ holder: state }), now()),
        },
        openPerHomePage,
      ),
      open.best({
        offset: 0,
        limit: 0,
        accepts: (one) => one.state !== undefined && !isMine(one) && isSeen(one),
      }),
    ])
    return { open: unheld.shown, mine: mine.shown, negative: unheld.first, withOthers: others.total }
  }

  /**
   * Returns, as one sentence, why nothing changed. Returns undefined if the mention has the wanted state, or if `value`
   * cannot be read.
   */
  async function act(asking: Asking, value: string, action: RowAction): Promise<string | undefined> {
    const target = readOpenValue(value)
    if (target === undefined) return undefined
    const { mention, ...place } = target
    const { user } = asking
    const card = await deps.findCard(place)
    if (card === undefined) return messageUnknown().text
    const { channel, alert } = card
    const refusal = await access.refusal(asking, 'handle', { channel, alerts: [alert] })
    if (refusal !== undefined) return refusal
    const changed = await deps.applyCardAction({ message: place, mentions: [mention], user, action })
    if (changed === undefined) return messageUnknown().text
    if (changed > 0) return undefined
    const record = (await deps.findCard(place))?.actions.find((one) => one.mention === mention)
    // A second press of the same person changes nothing either.
    if (record === undefined || record.user === user) return undefined
    return replyTexts.changedBefore(stateWords(cardState(record)))
  }

  const press = (kind: RowAction) => async (action: MessageAction) => {
    const list = readOpenValue(action.value)
    if (list === undefined) return
    const refusal = await act(action, action.value, kind)
    if (refusal !== undefined) return reply(action, textMessage(refusal), 'beside')
    await reply(action, await answer(action, list), 'in-place')
  }

  return {
    answer,
    home,
    act,
    claim: press('claim'),
    done: press('done'),
    release: press('release'),
    async turnPage(action: MessageAction): Promise<void> {
      const list = readPageValue(action.value)
      if (list !== undefined) await reply(action, await answer(action, list), 'in-place')
    },
  }
}
