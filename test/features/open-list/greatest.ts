import { worthReasons } from '../../../src/cards/worth.ts'
import { homeLists } from '../../../src/features/open-list/home.ts'
import { openPerHomePage } from '../../../src/features/open-list/messages.ts'
import type { Greatest } from '../../tools/greatest.ts'
import { sampleMention } from '../../tools/sample-mention.ts'

const now = Date.UTC(2026, 10, 23)
const long = 'M'.repeat(5000)

function page(scope: 'home' | 'mine') {
  const mention = sampleMention({ title: long, reach: 1e15, date: 0, sentiment: 'negative' })
  const assigned = { id: 'a', from: 'U2', fromName: long, due: 0 }
  const holder = { user: 'U1', by: long, state: 'assigned' as const, assigned }
  const line = {
    ...{ channel: 'C1', ts: '1795176000.000100', alert: '9007199254740993', mention },
    reasons: { ...worthReasons(mention, now), asksQuestion: true, sites: 1e6 },
    permalink: 'https://acme.slack.example/archives/C1/p1795176000000100',
    ticket: `https://tracker.example/${'x'.repeat(1000)}`,
    ...(scope === 'mine' && { holder }),
  }
  // A page between others has buttons for both.
  const lines = Array.from({ length: openPerHomePage }, () => line)
  return { lines, total: 1e9, page: 7, perPage: openPerHomePage, scope, now, viewer: 'U1' }
}

export const greatest: Greatest = {
  home: [homeLists({ open: page('home'), mine: page('mine'), negative: 1e9, withOthers: 1e9 })],
}
