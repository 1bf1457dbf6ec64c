export const fr = {
  alsoFound: '{count, plural, =1 {Trouvée une fois de plus} other {Trouvée # fois de plus}}',
} as const
