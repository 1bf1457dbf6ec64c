export const en = {
  onCards: '• *⋯*, *More…*: mark as done with a note, too.',
  tooLong: 'This note is too long: at most {most, number} characters.',
  closedAlready: 'Somebody has closed this already. Empty the field, or open the mention again first.',
  label: 'Mark as done, with this note',
  headline: 'Done with a note',
  headlineOfSome: 'Done with a note ({shown, number} of {total, number})',
} as const
