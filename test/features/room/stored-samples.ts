const noon = Date.UTC(2026, 10, 20, 12)

const tsOf = (seconds: number) => `${noon / 1000 + seconds}.000100`
const about = { subscription: 'acme', alert: '7', alertName: 'Acme brand', taken: 0, at: noon }
const by = { user: 'U1', name: 'Ana Lima' }

export const records = {
  reminders: {
    welcome: {
      ...{ id: 'welcome', kind: 'room', created: noon, due: noon },
      ...{ card: { channel: 'C1', ts: tsOf(0) }, what: 'welcome' },
    },
  },
  rooms: {
    [`C1 ${tsOf(0)}`]: {
      ...{
        ...about,
        by,
        isPrivate: false,
        name: 'crisis-acme-brand-2026-11-20',
        sentAt: noon,
        channel: 'C9',
      },
      ...{ card: { channel: 'C1', ts: tsOf(0) }, isDescribed: true, canvasSent: true },
      invitees: [
        { ...by, role: 'opener', outcome: 'in' },
        { user: 'U2', name: 'Ben Okafor', role: 'watch', outcome: 'left' },
      ],
      notAsked: { people: 0, groups: 1 },
      ...{ board: { kind: 'canvas', id: 'F1' }, drawn: { hash: '0123456789abcdef', at: noon } },
      ...{ welcome: tsOf(20), ended: { at: noon + 60_000, by }, isClosed: true, report: tsOf(80) },
      ...{ archive: 'U1', over: 'archived' },
    },
    [`C2 ${tsOf(1)}`]: {
      ...{ ...about, by, isPrivate: true, isPlain: true, name: 'crisis-2026-11-20-2', taken: 1 },
      ...{ card: { channel: 'C2', ts: tsOf(1) }, board: { kind: 'message', isPinned: false } },
    },
  },
}
