import type { Snapshot } from '../../events.ts'
import { nameOfUser } from '../state/selectors.ts'
import { type Attributes, html, type Rendered } from './html.ts'

/** Outlines of the icons, in a square of 20. */
const strokes = {
  hash: 'M4 7.5h13M3 12.5h13M8 3.5l-1.5 13M13.5 3.5L12 16.5',
  lock: 'M5.5 9.5h9v7h-9zM7 9.5V7a3 3 0 0 1 6 0v2.5',
  thread: 'M4 4.5h12v8.5H9.5L6 16v-3H4z',
  close: 'M5 5l10 10M15 5L5 15',
  menu: 'M3.5 5.5h13M3.5 10h13M3.5 14.5h13',
  send: 'M3.5 4l13 6-13 6 2-6zM5.5 10h5',
  inspect: 'M7 5.5L2.5 10 7 14.5M13 5.5l4.5 4.5-4.5 4.5M11 4L9 16',
  panel: 'M5 3.5v5M5 12.5v4M10 3.5v1M10 8.5v8M15 3.5v7M15 14.5v2M3 10.5h4M8 6.5h4M13 12.5h4',
  sun: 'M10 6.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM10 2v2M10 16v2M2 10h2M16 10h2M4.5 4.5L6 6M14 14l1.5 1.5M4.5 15.5L6 14M14 6l1.5-1.5',
  eye: 'M2.5 10S5.5 5 10 5s7.5 5 7.5 5-3 5-7.5 5-7.5-5-7.5-5zM10 7.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4z',
  shortcut: 'M11.5 2.5L5 11h4.5l-1 6.5L15 9h-4.5z',
  back: 'M12.5 4.5L7 10l5.5 5.5',
  chevron: 'M5.5 7.5L10 12l4.5-4.5',
}

type IconName = keyof typeof strokes

/** A decorative icon, hidden from screen readers. */
export function renderIcon(name: IconName): Rendered {
  return html`
    <svg class="icon" viewBox="0 0 20 20" aria-hidden="true"><path d=${strokes[name]} /></svg>
  `
}

/** A button with an icon only. Its label is for screen readers and the tooltip. */
export function renderIconButton(
  name: IconName,
  label: string,
  onClick: () => void,
  attributes: Attributes = {},
): Rendered {
  return html`
    <button type="button" class="icon-button" aria-label=${label} title=${label} onClick=${onClick} ...${attributes}>
      ${renderIcon(name)}
    </button>
  `
}

type AvatarSize = 'large' | 'small'

/** The number of avatar colours. */
const hues = 6

/** A square with initials, in a colour derived from the id. The page never fetches pictures. */
export function renderAvatar(id: string, name: string, size: AvatarSize = 'large'): Rendered {
  const hue = [...id].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % hues
  const initials = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('')
  return html`<span class="avatar ${size} hue-${hue}" aria-hidden="true" data-initials=${initials} />`
}

/** The app's avatar: sound waves. */
export function renderAppAvatar(size: AvatarSize = 'large'): Rendered {
  return html`
    <span class="avatar ${size} app" aria-hidden="true">
      <svg viewBox="0 0 32 32"><path d="M9 12.5v7M14 8.5v15M19 11v10M24 14v4" /></svg>
    </span>
  `
}

/** The small avatar of a user or the bot. */
export function renderUserAvatar(workspace: Snapshot, id: string): Rendered {
  if (id === workspace.bot.userId) return renderAppAvatar('small')
  return renderAvatar(id, nameOfUser(workspace, id), 'small')
}
