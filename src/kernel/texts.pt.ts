export const pt = {
  behindStops: 'uma parte do Overheard ({feature})',
  behind:
    'Uma parte do Overheard ({feature}) não consegue salvar o que aconteceu. As publicações continuam, e a parte é avisada de novo a cada poucos segundos.',
  behindAdvice: 'Procure “a feature could not store what happened” no log e relate o erro.',
} as const
