import { button, type Line, mentions, named, of, press, tells } from '../../permissions/attack-kit.ts'
import { heldValue, heldValues, nextPage, nextPageOfLine } from './attack-world.ts'

const ofHeld = (action: string, values = heldValue) =>
  press(({ name }, { role }) => button(action, values(name, role)))

// biome-ignore format: A table is read by its rows.
export const lines: Line[] = [
  ...of('command /mentions', ['held', 'read', mentions(() => 'held'), tells],
    ['held of a subscription', 'read', mentions((on) => `held ${named('watch', on)}`), tells]),
  ...of('action relevance_show', ['in the line of a day', 'read', ofHeld('relevance_show', heldValues), tells],
    ['another page', 'read', ofHeld('relevance_show', nextPage), tells],
    ['another page of a line', 'read', ofHeld('relevance_show', nextPageOfLine), tells]),
  ...of('action relevance_dismiss', ['in the list', 'dismiss', ofHeld('relevance_dismiss')]),
  ...of('action relevance_bring_back', ['in the list', 'handle', ofHeld('relevance_bring_back'), { posts: true }]),
]
