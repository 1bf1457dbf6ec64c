export const en = {
  title: 'Deleted at the source',
} as const
