export const pt = {
  alsoFound:
    '{count, plural, =1 {Também encontrada mais uma vez} one {Também encontrada mais # vez} other {Também encontrada mais # vezes}}',
} as const
