import { type Line, mentionForm, of } from '../../permissions/attack-kit.ts'

export const lines: Line[] = of('view mention_more', [
  'a sentiment',
  'handle',
  mentionForm('mention_more', { sentiment: 'positive' }),
])
