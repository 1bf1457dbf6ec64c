export const en = {
  alsoFound:
    '{count, plural, =1 {Also found once more} one {Also found # more time} other {Also found # more times}}',
} as const
