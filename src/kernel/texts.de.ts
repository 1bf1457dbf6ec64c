export const de = {
  behindStops: 'ein Teil von Overheard ({feature})',
  behind:
    'Ein Teil von Overheard ({feature}) kann nicht speichern, was geschehen ist. Das Posten geht weiter, und der Teil wird alle paar Sekunden wieder informiert.',
  behindAdvice: 'Suche im Log nach „a feature could not store what happened“ und melde den Fehler.',
} as const
