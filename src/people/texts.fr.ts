export const fr = {
  directMessages: 'messages directs',
} as const
