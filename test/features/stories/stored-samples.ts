import type { Lesson, Move } from '../../../src/features/stories/model.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

const noon = Date.UTC(2026, 10, 20, 12)

const subject = {
  ...{ subscription: 'acme', alert: '7', channel: 'C1', ts: '1.0' },
  place: { id: '12', url: 'https://b.example/12', reach: 5 },
}

const lesson: Lesson = { alert: '7', at: noon, isSame: false }

const moves: Move[] = [
  { ...subject, id: 'story split acme 7  12', kind: 'story-move', act: 'split', created: noon, due: noon },
  {
    ...{
      ...subject,
      id: 'story split acme 7  13',
      kind: 'story-move',
      act: 'split',
      created: noon,
      due: noon,
    },
    mention: sampleMention({ id: '13' }),
    isLost: true,
  },
]

const change = { ...subject, kind: 'story-split' }
const announced = { at: noon, channel: 'C1', what: 'Ana Lima said that it is not the same story' }

export const records = {
  'announced-changes': {
    split: { ...announced, change },
    join: { ...announced, change: { ...change, kind: 'story-join' } },
  },
  'story-lessons': { 'acme 7  12': lesson, 'acme 7  13': { ...lesson, isSame: true } },
  reminders: Object.fromEntries(moves.map((move) => [move.id, move])),
}
