const noon = Date.UTC(2026, 10, 20, 12)
const ts = `${noon / 1000}.000100`
const reason = { about: 'German', inTurn: true, away: ['Ana Lima'] }

export const records = {
  'rule-waiting': {
    [`C1 ${ts}`]: { channel: 'C1', ts, at: noon, tryAt: noon },
    [`C2 ${ts}`]: { channel: 'C2', ts, at: noon, tryAt: noon + 10_000 },
  },
  'rule-turns': {
    one: { count: 3, last: { U1: 3, U2: 2 }, at: noon },
    two: {
      ...{ count: 0, last: {}, at: noon },
      pending: {
        channel: 'C1',
        ts,
        choices: [
          { mention: '1', to: 'U1', reason },
          { mention: '2', reason },
        ],
      },
    },
  },
  reminders: {
    'assigned C1 1': {
      ...{ id: 'assigned C1 1', kind: 'assigned-by-rule', created: noon, due: noon },
      ...{ to: 'U1', channel: 'C1', ts, mentions: ['1'] },
    },
  },
  'rule-assignments': { '7 1': { to: 'U1', at: noon }, '7 2': { to: 'U2', at: noon } },
}
