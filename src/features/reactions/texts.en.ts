export const en = {
  onCards: '• The reactions 👀 and ✅ do the same as *Claim* and *Done*.',
} as const
