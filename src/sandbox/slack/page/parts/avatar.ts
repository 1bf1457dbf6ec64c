import type { Snapshot } from '../../events.ts'
import type { Message } from '../../wire.ts'
import { h, type VNode } from '../dom/h.ts'
import { nameOfUser } from '../state/names.ts'

/** How many colours avatars have. */
const hues = 6

/** A square with initials, in a colour of its own. Pictures of people there are none. */
export function avatar(id: string, name: string, size: 'large' | 'small' = 'large'): VNode {
  const hue = [...id].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % hues
  const initials = name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('')
  return h('span', { class: `avatar ${size} hue-${hue}`, 'aria-hidden': 'true', 'data-initials': initials })
}

/** The avatar of an app: waves of something heard. */
export function appAvatar(size: 'large' | 'small' = 'large'): VNode {
  const waves = h('path', { d: 'M9 12.5v7M14 8.5v15M19 11v10M24 14v4' })
  const drawing = h('svg', { viewBox: '0 0 32 32' }, waves)
  return h('span', { class: `avatar ${size} app`, 'aria-hidden': 'true' }, drawing)
}

/** The small avatar of whoever has an id, people and the bot. */
export function userAvatar(world: Snapshot, id: string): VNode {
  return id === world.bot.userId ? appAvatar('small') : avatar(id, nameOfUser(world, id), 'small')
}

/** The avatar of a message's author. */
export function authorAvatar(message: Message, name: string, ownBot: string): VNode {
  return message.bot_id === ownBot && ownBot !== '' ? appAvatar() : avatar(message.user, name)
}
