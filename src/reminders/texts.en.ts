export const en = {
  openMessage: 'Open message',
  done: 'Done',
  snooze: 'Snooze…',
  yourNote: 'Your note: “{note}”',
  noteFrom: 'Note from {person}: “{note}”',
  assigned: '{person} assigned this to you',
  overdue: 'Still open: {person} assigned this to you on {day}',
  overdueForOther: 'Still open: you assigned this to {holder} on {day}',
  snoozeEnded: 'Open again: you snoozed this',
} as const
