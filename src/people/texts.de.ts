export const de = {
  directMessages: 'Direktnachrichten',
} as const
