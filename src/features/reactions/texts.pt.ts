export const pt = {
  onCards: '• As reações 👀 e ✅ fazem o mesmo que *Assumir* e *Concluir*.',
} as const
