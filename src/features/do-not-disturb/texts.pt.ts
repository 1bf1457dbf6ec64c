export const pt = {
  notPermitted:
    'Pessoas com o Não perturbe ativado também são avisadas, porque falta ao app a permissão dnd:read (reinstale-o)',
} as const
