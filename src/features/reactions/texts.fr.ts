export const fr = {
  onCards: '• Les réactions 👀 et ✅ ont le même effet que *Prendre en charge* et *Traitée*.',
} as const
