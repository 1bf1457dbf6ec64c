import { expect, it } from 'vitest'
import type { Judged } from '../../src/cards/spike-cards.ts'
import { createSpikeButtons } from '../../src/listeners/actions/spike-buttons.ts'
import { sentenceAsText } from '../../src/messages/kit/dates.ts'

const unused = () => Promise.reject(new Error('not expected'))

it('features hear who marks a spike as a false alarm and who undoes that, but not of a spike that nobody can mark any more', async () => {
  const told: string[] = []
  let judged: Judged = { kind: 'judged', alert: '7', alertName: 'Acme brand' }
  const buttons = createSpikeButtons({
    now: () => 0,
    spikeCards: {
      ...{ draw: unused, setNote: unused, histories: unused, history: unused, running: unused },
      find: async () => undefined,
      judge: async () => judged,
    },
    cardsSince: unused,
    permalink: unused,
    readHistory: unused,
    views: { open: unused },
    users: { nameOf: async () => 'Ana Lima' },
    access: { refusal: async () => undefined },
    changes: {
      tell: async (channel, user, did, { alerts }) =>
        void told.push(`${channel} ${user} ${sentenceAsText(did)} (${alerts.join()})`),
    },
    reply: async () => undefined,
  })
  const place = { channel: 'C1', channelName: 'brand', responseUrl: '', ts: '1', trigger: '' }
  const choose = (value: string) => buttons.menu({ user: 'U1', ...place, value })
  await choose('false-alarm')
  await choose('no-false-alarm')
  judged = { kind: 'old' }
  await choose('false-alarm')
  expect(told).toEqual([
    'C1 U1 marked a spike of Acme brand as a false alarm (7)',
    'C1 U1 unmarked a spike of Acme brand: no false alarm (7)',
  ])
})
