import type { Channel } from '../events.ts'
import { openChannel, openDirectMessages, openHome, renderPersonMenu } from './navigation.ts'
import { myChannels, myDirectMessages, unreadIn } from './state/selectors.ts'
import type { Store } from './state/store.ts'
import { type Child, classes, html, moveFocus, type Rendered } from './ui/html.ts'
import { renderAppAvatar, renderIcon, renderIconButton } from './ui/icons.ts'

/** The sidebar: the workspace, its channels, the app and the acting user. On a narrow screen it is a drawer. */
export function renderSidebar(store: Store): Rendered {
  const { workspace, isDrawerOpen } = store.state
  const closeDrawer = () => store.set({ isDrawerOpen: false })
  const onKeyDown = (event: KeyboardEvent) => moveFocus(event, '.place')
  return html`
    <nav class=${classes('sidebar', isDrawerOpen && 'out')} aria-label="Channels">
      <div class="workspace">
        <span class="workspace-name">${workspace.team.name}</span>
        ${renderIconButton('close', 'Close the channel list', closeDrawer, { class: 'icon-button drawer-close' })}
      </div>
      <div class="places" onKeyDown=${onKeyDown}>
        <h2 id="channels-title">Channels</h2>
        <ul aria-labelledby="channels-title">
          ${myChannels(store.state).map((channel) => renderChannelItem(store, channel))}
        </ul>
        <h2 id="apps-title">Apps</h2>
        <ul aria-labelledby="apps-title">
          ${renderAppItem(store)}
        </ul>
      </div>
      ${renderPersonMenu(store, 'sidebar')}
    </nav>
  `
}

function renderChannelItem(store: Store, channel: Channel): Rendered {
  const { place } = store.state
  return renderItem({
    isHere: place.kind === 'channel' && place.channel === channel.id,
    unread: unreadIn(store.state, channel.id),
    face: renderIcon(channel.kind === 'private' ? 'lock' : 'hash'),
    name: channel.name,
    open: () => openChannel(store, channel.id),
  })
}

/** Opens the home tab, or the direct messages if some are unread. */
function renderAppItem(store: Store): Rendered {
  const { state } = store
  const { place } = state
  const direct = myDirectMessages(state)
  const unread = direct ? unreadIn(state, direct.id) : 0
  return renderItem({
    isHere: place.kind === 'home' || (direct !== undefined && place.channel === direct.id),
    unread,
    face: renderAppAvatar('small'),
    name: state.workspace.bot.name,
    open: () => (unread > 0 && direct ? void openDirectMessages(store) : openHome(store)),
  })
}

type Item = { isHere: boolean; unread: number; face: Child; name: string; open: () => void }

function renderItem({ isHere, unread, face, name, open }: Item): Rendered {
  const isUnread = unread > 0 && !isHere
  return html`
    <li>
      <button
        type="button"
        class=${classes('place', isUnread && 'unread')}
        aria-current=${isHere ? 'page' : undefined}
        onClick=${open}
      >
        ${face}
        <span class="place-name">${name}</span>
        ${isUnread && html`<span class="badge">${unread}<span class="visually-hidden"> unread</span></span>`}
      </button>
    </li>
  `
}
