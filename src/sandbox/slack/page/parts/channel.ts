import type { Channel } from '../../events.ts'
import { type Child, h, onClick, type VNode } from '../dom/h.ts'
import { shownIn } from '../state/choose.ts'
import type { Page } from '../state/store.ts'
import { appTabs } from './app-tabs.ts'
import { showComposer } from './composer.ts'
import { icon } from './icons.ts'
import { showMessages } from './message-list.ts'
import { showTopBar } from './top-bar.ts'

/** The middle: a channel with its messages and where to write. */
export function showChannel(page: Page, channel: Channel): VNode {
  const shown = shownIn(page.state, channel.id)
  return h('main', { class: 'middle', key: `channel ${channel.id}`, 'aria-label': titleOf(page, channel) }, [
    showTopBar(page, heading(page, channel)),
    channel.kind === 'im' && appTabs(page, 'messages'),
    h(
      'div',
      { class: 'scroll', key: 'scroll' },
      h('div', { class: 'scrolled' }, [
        shown.length === 0 ? emptyWords(page, channel) : showMessages(page, channel.id, shown),
      ]),
    ),
    membership(page, channel),
    channel.isArchived
      ? h('p', { class: 'archived' }, 'This channel is archived: nobody can write here.')
      : showComposer(page, { channel: channel.id, thread: undefined }),
  ])
}

function titleOf({ state }: Page, channel: Channel): string {
  return channel.kind === 'im' ? `Messages of ${state.world.bot.name}` : `Channel ${channel.name}`
}

function heading({ state }: Page, channel: Channel): Child {
  if (channel.kind === 'im') return h('h1', {}, state.world.bot.name)
  const count = channel.members.length + (channel.botIsMember ? 1 : 0)
  return [
    h('h1', {}, [icon(channel.kind === 'private' ? 'lock' : 'hash'), channel.name]),
    h('span', { class: 'member-count' }, `${count} members`),
  ]
}

function membership(page: Page, channel: Channel): Child {
  if (channel.botIsMember || channel.isArchived) return undefined
  const { name } = page.state.world.bot
  const invite = () => void page.order('changeChannel', { do: 'inviteBot', channel: channel.id })
  return h('p', { class: 'not-member' }, [
    `${name} is not in this channel. `,
    h('button', { type: 'button', class: 'button small' }, `Add ${name}`, onClick(invite)),
  ])
}

function emptyWords({ state }: Page, channel: Channel): VNode {
  const words =
    channel.kind === 'im'
      ? `Nothing yet between you and ${state.world.bot.name}.`
      : `This is the start of #${channel.name}.`
  return h('p', { class: 'empty' }, words)
}
