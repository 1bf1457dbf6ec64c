export const es = {
  title: 'Eliminadas en la fuente',
} as const
