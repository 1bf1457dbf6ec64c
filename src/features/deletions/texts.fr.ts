export const fr = {
  title: 'Supprimée à la source',
} as const
