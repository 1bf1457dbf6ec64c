import { visibleChannel } from '../channels.ts'
import { type Bookmark, type Context, newId } from '../state.ts'
import { type Answer, refuse } from '../wire.ts'
import { type Args, type Method, textArg } from './method.ts'

/** Links in the bar of a channel. The arguments are those of https://docs.slack.dev/reference/methods/bookmarks.add. */

/** Slack keeps at most this many in a channel. */
const maxBookmarks = 100

type Found = { kind: 'channel'; id: string } | { kind: 'refused'; answer: Answer }

function channelIn(context: Context, args: Args): Found {
  const channel = visibleChannel(context, textArg(args, 'channel_id') ?? '')
  return channel === undefined
    ? { kind: 'refused', answer: refuse('channel_not_found') }
    : { kind: 'channel', id: channel.id }
}

const bookmarksOf = ({ state }: Context, channel: string) => state.bookmarks.get(channel) ?? []

export const addBookmark: Method = {
  scopes: ['bookmarks:write'],
  tier: 2,
  required: ['title', 'type'],
  errors: [
    'channel_not_found',
    'invalid_bookmark_type',
    'invalid_emoji',
    'invalid_link',
    'too_many_bookmarks',
  ],
  run: (context, args, { caller }) => {
    const channel = channelIn(context, args)
    if (channel.kind === 'refused') return channel.answer
    const [link = '', emoji = ''] = [textArg(args, 'link'), textArg(args, 'emoji')]
    if (textArg(args, 'type') !== 'link') return refuse('invalid_bookmark_type')
    if (!isLink(link)) return refuse('invalid_link')
    if (!isEmoji(emoji)) return refuse('invalid_emoji')
    const others = bookmarksOf(context, channel.id)
    if (others.length >= maxBookmarks) return refuse('too_many_bookmarks')
    const now = Math.floor(context.clock.now() / 1000)
    const bookmark: Bookmark = {
      id: newId(context.state, 'Bk'),
      channel_id: channel.id,
      title: textArg(args, 'title') ?? '',
      link,
      emoji,
      icon_url: null,
      type: 'link',
      entity_id: textArg(args, 'entity_id') ?? null,
      date_created: now,
      date_updated: now,
      rank: String.fromCharCode(97 + (others.length % 26)),
      last_updated_by_user_id: caller.user,
      last_updated_by_team_id: context.seed.team.id,
      shortcut_id: null,
      app_id: context.seed.bot.appId,
    }
    context.state.bookmarks.set(channel.id, [...others, bookmark])
    return { ok: true, bookmark }
  },
}

export const editBookmark: Method = {
  scopes: ['bookmarks:write'],
  tier: 2,
  errors: ['channel_not_found', 'invalid_emoji', 'invalid_link', 'not_found'],
  run: (context, args, { caller }) => {
    const channel = channelIn(context, args)
    if (channel.kind === 'refused') return channel.answer
    const bookmarks = bookmarksOf(context, channel.id)
    const old = bookmarks.find(({ id }) => id === textArg(args, 'bookmark_id'))
    if (old === undefined) return refuse('not_found')
    const {
      title = old.title,
      link = old.link,
      emoji = old.emoji,
    } = {
      title: textArg(args, 'title'),
      link: textArg(args, 'link'),
      emoji: textArg(args, 'emoji'),
    }
    if (!isLink(link)) return refuse('invalid_link')
    if (!isEmoji(emoji)) return refuse('invalid_emoji')
    const date_updated = Math.floor(context.clock.now() / 1000)
    const bookmark = { ...old, title, link, emoji, date_updated, last_updated_by_user_id: caller.user }
    context.state.bookmarks.set(
      channel.id,
      bookmarks.map((one) => (one === old ? bookmark : one)),
    )
    return { ok: true, bookmark }
  },
}

export const listBookmarks: Method = {
  scopes: ['bookmarks:read'],
  tier: 3,
  errors: ['channel_not_found'],
  run: (context, args) => {
    const channel = channelIn(context, args)
    if (channel.kind === 'refused') return channel.answer
    return { ok: true, bookmarks: bookmarksOf(context, channel.id) }
  },
}

export const removeBookmark: Method = {
  scopes: ['bookmarks:write'],
  tier: 2,
  errors: ['channel_not_found', 'not_found'],
  run: (context, args) => {
    const channel = channelIn(context, args)
    if (channel.kind === 'refused') return channel.answer
    const bookmarks = bookmarksOf(context, channel.id)
    const rest = bookmarks.filter(({ id }) => id !== textArg(args, 'bookmark_id'))
    if (rest.length === bookmarks.length) return refuse('not_found')
    context.state.bookmarks.set(channel.id, rest)
    return { ok: true }
  },
}

const isLink = (text: string) => /^https?:\/\//.test(text) && URL.canParse(text)
const isEmoji = (text: string) => text === '' || /^:[\w+'-]+:$/.test(text)
