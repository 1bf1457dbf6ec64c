export const de = {
  onCards: '• *⋯*, *Mehr\u00a0…*: auch mit einer Notiz als erledigt markieren.',
  tooLong: 'Diese Notiz ist zu lang: höchstens {most, number} Zeichen.',
  closedAlready: 'Jemand hat das schon abgeschlossen. Leere das Feld oder öffne die Erwähnung zuerst wieder.',
  label: 'Als erledigt markieren, mit dieser Notiz',
  headline: 'Mit Notiz erledigt',
  headlineOfSome: 'Mit Notiz erledigt ({shown, number} von {total, number})',
} as const
