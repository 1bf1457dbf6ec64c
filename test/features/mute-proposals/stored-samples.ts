const noon = Date.UTC(2026, 10, 20, 12)

export const records = {
  'mute-proposals': {
    C1: {
      ...{ channel: 'C1', at: noon, since: 1, until: noon, total: 380 },
      proposals: [{ kind: 'author', name: 'Loud Person', count: 41, dismissed: 9, newest: [] }],
      declined: [{ kind: 'word', name: 'coupon', at: noon }],
    },
  },
}
