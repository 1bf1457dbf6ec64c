import type {
  BroughtBack,
  Held,
  HeldLine,
  Learning,
  StoredLabel,
} from '../../../src/features/relevance/model.ts'
import { packed } from '../../../src/features/relevance/words.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

const noon = Date.UTC(2026, 10, 20, 12)

const learned = {
  id: '11',
  snippet: packed([{ number: 1 }, { number: 70_000 }]),
  author: { name: 'Kim Lee' },
}

const label: StoredLabel = { alert: '7', at: noon, isRelevant: true, mention: learned }

const learning: Learning = { alert: '7', seen: [learned], caution: { by: 0.5, at: noon } }

const held: Held = {
  ...{ subscription: 'acme', alert: '7', at: noon, state: 'held' },
  mention: sampleMention(),
}

const card: BroughtBack = {
  ...{ id: 'brought-back acme 12', kind: 'brought-back', created: noon, due: noon },
  ...{ subscription: 'acme', alert: '7', alertName: 'Acme', channel: 'C1', mention: sampleMention() },
}

const line: HeldLine = {
  ...{ id: 'held-line acme 12', kind: 'held-line', created: noon, due: noon },
  ...{ subscription: 'acme', channel: 'C1', ids: ['12', '13'], words: ['pie'] },
}

export const records = {
  'relevance-labels': {
    '7 11': label,
    '7 12': { ...label, isRelevant: false, mute: { channel: 'C1', kind: 'author', name: 'Kim Lee' } },
  },
  'relevance-learning': { 7: learning, 8: { alert: '8', seen: [] } },
  'relevance-held': {
    'acme 12': held,
    'acme 13': { ...held, state: 'brought-back', told: true },
    'acme 14': { ...held, dismissed: true },
  },
  reminders: { [card.id]: card, [line.id]: line },
}
