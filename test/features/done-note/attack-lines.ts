import { anyChannel, type Line, mentionForm, of } from '../../permissions/attack-kit.ts'

export const lines: Line[] = of('view mention_more', [
  'a note',
  'handle',
  mentionForm('mention_more', { done_note: 'We wrote to them <!channel>' }),
  anyChannel,
])
