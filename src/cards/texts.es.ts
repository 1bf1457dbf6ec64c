export const es = {
  alsoFound:
    '{count, plural, =1 {Encontrada otra vez} one {Encontrada # vez más} other {Encontrada # veces más}}',
} as const
