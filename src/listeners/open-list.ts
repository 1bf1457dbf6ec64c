import { memoizeAsync } from '../async/memoize.ts'
import type { ApplyCardAction } from '../cards/card-actions.ts'
import type { OpenMention, OpenMentions } from '../cards/open-mentions.ts'
import { textMessage } from '../messages/block-kit.ts'
import {
  type OpenLine,
  type OpenListPage,
  type OpenPage,
  openList,
  openPerPage,
  readOpenValue,
  readPageValue,
} from '../messages/open-list.ts'
import { messageUnknown } from '../messages/replies.ts'
import type { Content } from '../model/message.ts'
import type { RegisteredSubscription } from '../model/subscription.ts'
import type { Messages } from '../slack/posted-messages.ts'
import type { Users } from '../slack/users.ts'
import type { Access, Asking } from './access.ts'
import type { MessageAction } from './payloads.ts'
import type { Reply } from './reply.ts'

export type OpenList = {
  answer(asking: Asking, list: OpenListPage): Promise<Content>
  page(asking: Asking, list: OpenListPage): Promise<OpenPage>
  /** Returns why the person may not do this; undefined if it was done, or if `value` cannot be read. */
  act(asking: Asking, value: string, action: 'claim' | 'done'): Promise<string | undefined>
  claim(action: MessageAction): Promise<void>
  done(action: MessageAction): Promise<void>
  turnPage(action: MessageAction): Promise<void>
}

type OpenListDeps = {
  open: OpenMentions
  applyCardAction: ApplyCardAction
  registry: { all(): RegisteredSubscription[] }
  access: Pick<Access, 'readableSubscriptions' | 'refusal'>
  users: Pick<Users, 'channelsOf'>
  messages: Pick<Messages, 'permalink'>
  reply: Reply
  now: () => number
}

/** How long a permalink is cached, in ms: as long as a mention can be open, because permalinks never change. */
const permalinkKeptMs = 30 * 86_400_000

export function createOpenList(deps: OpenListDeps): OpenList {
  const { open, access, users, registry, now, reply } = deps
  const permalink = memoizeAsync((channel: string, ts: string) => deps.messages.permalink({ channel, ts }), {
    ttlMs: permalinkKeptMs,
    now,
    keyOf: (channel, ts) => `${channel} ${ts}`,
    keep: (found) => found !== undefined,
  })

  async function accepts(asking: Asking, { scope }: OpenListPage): Promise<(one: OpenMention) => boolean> {
    const readable = await access.readableSubscriptions(asking, registry.all())
    const names = new Set(readable.map(({ subscription }) => subscription.name))
    const isReadable = ({ subscription }: OpenMention) => names.has(subscription)
    if (scope === 'mine') return (one) => one.state?.user === asking.user && isReadable(one)
    if (scope === 'channel') return (one) => one.channel === asking.channel && isReadable(one)
    const channels = await users.channelsOf(asking.user)
    return (one) => (channels === undefined || channels.has(one.channel)) && isReadable(one)
  }

  async function page(asking: Asking, list: OpenListPage): Promise<OpenPage> {
    const isAccepted = await accepts(asking, list)
    const read = (wanted: number) =>
      open.best({ offset: wanted * openPerPage, limit: openPerPage, accepts: isAccepted })
    const asked = await read(list.page)
    const last = Math.max(0, Math.ceil(asked.total / openPerPage) - 1)
    const shown = Math.min(list.page, last)
    const { rows, total } = shown === list.page ? asked : await read(shown)
    const lines = await Promise.all(
      rows.map(async ({ channel, ts, alert, shown: mention, reasons, state }): Promise<OpenLine> => {
        const link = await permalink(channel, ts)
        return { channel, ts, alert, mention, reasons, ...(state && { holder: state }), permalink: link }
      }),
    )
    return { lines, total, page: shown, scope: list.scope, now: now() }
  }

  async function act(asking: Asking, value: string, action: 'claim' | 'done'): Promise<string | undefined> {
    const target = readOpenValue(value)
    if (target === undefined) return undefined
    const { channel, ts, alert, mention } = target
    const refusal = await access.refusal(asking, 'handle', { channel, alerts: [alert] })
    if (refusal !== undefined) return refusal
    const place = { channel, ts }
    const changed = await deps.applyCardAction({
      message: place,
      mentions: [mention],
      user: asking.user,
      action,
    })
    return changed === undefined ? messageUnknown.text : undefined
  }

  const answer = async (asking: Asking, list: OpenListPage) => openList(await page(asking, list))

  const press = (kind: 'claim' | 'done') => async (action: MessageAction) => {
    const list = readOpenValue(action.value)
    if (list === undefined) return
    const refusal = await act(action, action.value, kind)
    if (refusal !== undefined) return reply(action, textMessage(refusal), 'beside')
    await reply(action, await answer(action, list), 'in-place')
  }

  return {
    answer,
    page,
    act,
    claim: press('claim'),
    done: press('done'),
    async turnPage(action) {
      const list = readPageValue(action.value)
      if (list !== undefined) await reply(action, await answer(action, list), 'in-place')
    },
  }
}
