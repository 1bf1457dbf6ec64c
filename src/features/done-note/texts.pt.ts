export const pt = {
  onCards: '• *⋯*, *Mais…*: também serve para concluir com uma nota.',
  tooLong: 'Esta nota é longa demais: no máximo {most, number} caracteres.',
  closedAlready: 'Alguém já encerrou isto. Limpe o campo ou reabra a menção antes.',
  label: 'Concluir com esta nota',
  headline: 'Concluídas com nota',
  headlineOfSome: 'Concluídas com nota ({shown, number} de {total, number})',
} as const
