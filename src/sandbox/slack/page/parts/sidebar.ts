import type { Channel } from '../../events.ts'
import { become, openChannel, openHome } from '../acts/go.ts'
import { type Child, h, onClick, type VNode } from '../dom/h.ts'
import { moveFocus } from '../dom/roving.ts'
import { myChannels, myDirect, unreadIn } from '../state/choose.ts'
import { nameOfUser, personName } from '../state/names.ts'
import type { Page } from '../state/store.ts'
import { appAvatar, avatar } from './avatar.ts'
import { iconButton } from './icon-button.ts'
import { icon } from './icons.ts'
import { showMenu } from './menu.ts'

/** The left: the workspace, its channels, the app, and who I act as. */
export function showSidebar(page: Page): VNode {
  const { state } = page
  return h(
    'nav',
    { class: state.isDrawerOpen ? 'sidebar out' : 'sidebar', 'aria-label': 'Channels', key: 'sidebar' },
    [
      h('div', { class: 'workspace' }, [
        h('span', { class: 'workspace-name' }, state.world.team.name),
        iconButton('close', 'Close the channel list', () => page.set({ isDrawerOpen: false }), {
          class: 'icon-button drawer-close',
        }),
      ]),
      h(
        'div',
        { class: 'places' },
        [
          h('h2', { id: 'channels-title' }, 'Channels'),
          list(
            'channels-title',
            myChannels(state).map((channel) => channelItem(page, channel)),
          ),
          h('h2', { id: 'apps-title' }, 'Apps'),
          list('apps-title', [appItem(page)]),
        ],
        { on: { keydown: (event) => event instanceof KeyboardEvent && moveFocus(event, '.place') } },
      ),
      personMenu(page),
    ],
  )
}

function list(labelledBy: string, items: VNode[]): VNode {
  return h(
    'ul',
    { 'aria-labelledby': labelledBy },
    items.map((item) => h('li', {}, item)),
  )
}

/** Somewhere to go. `run` goes there. */
type Destination = { isHere: boolean; unread: number; face: Child; name: string; run: () => void }

function place({ isHere, unread, face, name, run }: Destination): VNode {
  const attributes = {
    type: 'button',
    class: unread > 0 && !isHere ? 'place unread' : 'place',
    'aria-current': isHere ? 'page' : undefined,
  }
  const badge = unread > 0 && !isHere
  return h(
    'button',
    attributes,
    [
      face,
      h('span', { class: 'place-name' }, name),
      badge && h('span', { class: 'badge' }, [unread, h('span', { class: 'unseen' }, ' unread')]),
    ],
    onClick(run),
  )
}

function channelItem(page: Page, channel: Channel): VNode {
  const here = page.state.place
  const isHere = here.kind === 'channel' && here.channel === channel.id
  const sign = icon(channel.kind === 'private' ? 'lock' : 'hash')
  return place({
    isHere,
    unread: unreadIn(page.state, channel.id),
    face: sign,
    name: channel.name,
    run: () => openChannel(page, channel.id),
  })
}

function appItem(page: Page): VNode {
  const { state } = page
  const direct = myDirect(state)
  const isHere = state.place.kind === 'home' || (direct !== undefined && state.place.channel === direct.id)
  const unread = direct ? unreadIn(state, direct.id) : 0
  const open = () => (unread > 0 && direct ? openChannel(page, direct.id) : openHome(page))
  return place({ isHere, unread, face: appAvatar('small'), name: state.world.bot.name, run: open })
}

function personMenu(page: Page): VNode {
  const { world, me } = page.state
  const name = nameOfUser(world, me)
  return showMenu(page, {
    key: 'person',
    label: `Acting as ${name}. Act as somebody else`,
    buttonClass: 'person-button',
    face: [
      avatar(me, name),
      h('span', { class: 'person-words' }, [
        h('span', { class: 'person-label' }, 'Acting as '),
        h('strong', {}, name),
      ]),
      icon('chevron'),
    ],
    items: world.people
      .filter((one) => !one.isBot)
      .map((one) => ({
        label: personName(one),
        face: [avatar(one.id, personName(one), 'small'), h('span', {}, personName(one))],
        isChosen: one.id === me,
        run: () => become(page, one.id),
      })),
  })
}
