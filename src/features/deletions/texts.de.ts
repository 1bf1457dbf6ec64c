export const de = {
  title: 'Original gelöscht',
} as const
