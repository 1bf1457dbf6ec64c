import { type Line, mentionForm, of } from '../../permissions/attack-kit.ts'
import { splitValue } from './attack-world.ts'

// biome-ignore format: A table is read by its rows.
export const lines: Line[] = of(
  'view mention_more',
  ['a place that is not the same story', 'handle', mentionForm('mention_more', { story_split: splitValue }), { posts: true }],
)
