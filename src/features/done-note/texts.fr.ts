export const fr = {
  onCards: '• *⋯*, *Plus…* : marquer aussi comme traitée avec une note.',
  tooLong: 'Cette note est trop longue : {most, number} caractères au maximum.',
  closedAlready: 'Quelqu’un l’a déjà clôturée. Videz le champ, ou rouvrez d’abord la mention.',
  label: 'Marquer comme traitée, avec cette note',
  headline: 'Traitées avec une note',
  headlineOfSome: 'Traitées avec une note ({shown, number} sur {total, number})',
} as const
