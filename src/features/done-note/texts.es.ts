export const es = {
  onCards: '• *⋯*, *Más…*: también, marcar como resuelta con una nota.',
  tooLong: 'Esta nota es demasiado larga: {most, number} caracteres como máximo.',
  closedAlready: 'Alguien ya la ha cerrado. Vacía el campo o reabre primero la mención.',
  label: 'Marcar como resuelta, con esta nota',
  headline: 'Resueltas con una nota',
  headlineOfSome: 'Resueltas con una nota ({shown, number} de {total, number})',
} as const
