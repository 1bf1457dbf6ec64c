import { button, type Line, mentions, of, press, tells } from '../../permissions/attack-kit.ts'
import { heldValue } from './attack-world.ts'

const ofHeld = (action: string) => press(({ name }, { role }) => button(action, heldValue(name, role)))

// biome-ignore format: A table is read by its rows.
export const lines: Line[] = [
  ...of('command /mentions', ['held', 'read', mentions(() => 'held')]),
  ...of('action relevance_show', ['in the line of a day', 'read', ofHeld('relevance_show'), tells]),
  ...of('action relevance_bring_back', ['in the list', 'handle', ofHeld('relevance_bring_back'), { posts: true }]),
]
