export const en = {
  directMessages: 'direct messages',
} as const
