const noon = Date.UTC(2026, 10, 20, 12)
const ts = `${noon / 1000}.000100`
const swap = { id: 's', by: 'U1', at: noon, to: 'U2', until: noon + 1 }

export const records = {
  'watch-swaps': { first: swap, second: { ...swap, id: 't' } },
  'announced-changes': {
    swap: {
      at: noon,
      channel: 'C1',
      what: 'w',
      change: { kind: 'watch', before: swap, after: { ...swap, id: 't' } },
    },
  },
  reminders: {
    call: {
      ...{
        id: 'call',
        kind: 'watch-call',
        created: noon,
        due: noon,
        subscription: 'acme',
        channel: 'C1',
        thread: ts,
      },
      ...{
        messages: [{ ts, mentions: ['1'] }],
        stage: 'group',
        afterMs: 600_000,
        called: 'U1',
        outsideThread: true,
      },
    },
    outcome: {
      ...{ id: 'outcome', kind: 'watch-outcome', created: noon, due: noon, subscription: 'acme' },
      ...{ channel: 'C1', thread: ts, messages: [{ ts, mentions: ['1'] }] },
    },
  },
}
