export const de = {
  onCards: '• Die Reaktionen 👀 und ✅ bewirken dasselbe wie *Übernehmen* und *Erledigt*.',
} as const
