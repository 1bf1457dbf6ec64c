const noon = Date.UTC(2026, 10, 20, 12)

const about = { user: 'U1', by: 'Ana Lima', at: noon, countsAt: noon - 60_000 }
export const records = {
  corrections: {
    '7 1': {
      ...{
        ...about,
        alert: '7',
        mention: '1',
        to: 'negative',
        was: 'neutral',
        spreadAt: noon,
        taught: false,
      },
      ...{ posts: [{ subscription: 'acme', at: noon - 60_000 }] },
    },
    '7 2': { ...about, alert: '7', mention: '2', isOwn: true, posts: [] },
  },
}
