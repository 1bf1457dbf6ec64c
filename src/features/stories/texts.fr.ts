export const fr = {
  onCards:
    '• *⋯*, *Plus…* : indiquer qu’une parution relève d’un autre sujet, ou que deux fiches forment un seul sujet.',
  damagedName: 'indications sur les sujets',
  damaged: 'Overheard n’en apprend rien. Les fiches restent telles quelles.',
  notSame: 'Pas le même sujet',
  choosePlace: 'Choisir une parution',
  same: 'Même sujet que…',
  chooseCard: 'Choisir une fiche',
  learns: 'Overheard en tire une leçon pour cette alerte. Le canal voit votre indication et peut l’annuler.',
  noPlace: 'Cette parution ne fait plus partie du sujet.',
  noCard: 'Cette fiche ne peut plus être choisie.',
  tooMany: 'Ensemble, ces sujets ont trop de parutions pour une seule fiche.',
  split:
    'indiqué que « {place} » relève d’un autre sujet que « {story} ». Cette parution obtient sa propre fiche',
  join: 'indiqué que « {place} » est le même sujet que « {story} »',
  splitUndone: 'La parution fait de nouveau partie du sujet.',
  joinUndone: 'Ce sont de nouveau deux sujets.',
  notMoved: '« {place} » n’a pas sa propre fiche, car son sujet ou son abonnement n’est plus dans ce canal',
  lost: 'Le service de veille n’a plus cette mention : sa fiche n’a que l’adresse',
  joined: 'Même sujet que « {story} »',
} as const
