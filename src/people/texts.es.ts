export const es = {
  directMessages: 'mensajes directos',
} as const
