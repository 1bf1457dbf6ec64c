export const pt = {
  directMessages: 'mensagens diretas',
} as const
