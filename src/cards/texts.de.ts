export const de = {
  alsoFound:
    '{count, plural, =1 {Noch einmal gefunden} one {Noch #-mal gefunden} other {Noch #-mal gefunden}}',
} as const
