/** The people: a guest, a person of another organisation, a member outside the private channel, a member inside it, and an admin. */
export const people = {
  guest: 'U0000000GIL',
  partner: 'U0000000EVA',
  outside: 'U0000000ANA',
  inside: 'U0000000BEN',
  admin: 'U0000000MEI',
} as const
export type Role = keyof typeof people
export const roles = Object.keys(people) as Role[]

/**
 * The alerts. Everybody is in the channel of `own`. Only the member outside is in the public channel of `away`. Only the member inside is in the
 * private channel of `hush`, the private alert.
 */
export const subjects = {
  own: {
    channel: 'C00000BRAND',
    alert: { id: '75001', name: 'Acme brand' },
    mention: { title: 'Applause', author: 'Kim Lee', host: 'stories.example' },
    firstMention: 7_550_000,
  },
  away: {
    channel: 'C0000SUPPRT',
    alert: { id: '76001', name: 'Zenith phones' },
    mention: { title: 'Contest', author: 'Odette', host: 'contest.example' },
    firstMention: 7_660_000,
  },
  hush: {
    channel: 'C0000CRISIS',
    alert: { id: '77001', name: 'Project Falcon' },
    mention: { title: 'Leakage', author: 'Mallory', host: 'leaks.example' },
    firstMention: 7_770_000,
  },
} as const
export type SubjectName = keyof typeof subjects

/** The time of the world at the start: UTC, ms. */
export const start = Date.UTC(2026, 10, 23, 12)
