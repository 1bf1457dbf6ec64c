export const fr = {
  damagedName: 'tonalités corrigées',
  onCards: '• *⋯*, *Plus…* : corriger aussi une tonalité erronée.',
  better: '« {word} » vers le positif',
  worse: '« {word} » vers le négatif',
  moved: 'Les corrections de cette alerte ont déplacé certains mots : {words}.',
  undo: 'Celle du service de veille',
  label: 'Corriger la tonalité',
  leave: 'Ne rien changer',
  leaveAs:
    '{present, select, none {Laisser sans tonalité} negative {Laisser négative} neutral {Laisser neutre} positive {Laisser positive}}',
  hint: 'Les fiches, la liste des mentions à traiter, les pics, le récapitulatif et l’export utilisent alors votre choix, dans tous les canaux où figure la mention.',
  corrected:
    'Corrigée par {person}. Le service de veille {was, select, none {ne l’avait pas évaluée} negative {l’avait jugée négative} neutral {l’avait jugée neutre} positive {l’avait jugée positive}}.',
} as const
