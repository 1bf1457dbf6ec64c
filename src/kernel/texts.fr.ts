export const fr = {
  behindStops: 'une partie d’Overheard ({feature})',
  behind:
    'Une partie d’Overheard ({feature}) ne peut pas enregistrer ce qui s’est passé. Les publications continuent, et Overheard réessaie à quelques secondes d’intervalle.',
  behindAdvice: 'Cherchez « a feature could not store what happened » dans le journal, et signalez l’erreur.',
} as const
