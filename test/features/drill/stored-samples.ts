const noon = Date.UTC(2026, 10, 20, 12)

const about = { alert: 'Acme brand', subscription: 'acme', startedAt: noon, by: 'Mei Tan' }
const content = { text: 'Drill', blocks: [{ type: 'divider' }] }
export const records = {
  reminders: {
    'drill 1': {
      ...{ id: 'drill 1', kind: 'drill', created: noon, due: noon, channel: 'C1', subscription: 'acme' },
      ...{ scenario: 'spike', stage: 'group', at: noon, afterMs: 600_000, thread: `${noon / 1000}.000100` },
      ...{ called: 'U1', notified: ['U1'], others: false },
    },
  },
  drills: {
    C1: {
      ...{ ...about, id: 'drill 1', channel: 'C1', content, ts: `${noon / 1000}.000100`, over: true },
      answers: [{ user: 'U1', name: 'Ana Lima', at: noon + 60_000 }],
    },
    C2: { ...about, id: 'drill 2', channel: 'C2', content, answers: [] },
  },
}
