export const es = {
  onCards: '• Las reacciones 👀 y ✅ hacen lo mismo que *Asumir* y *Resolver*.',
} as const
