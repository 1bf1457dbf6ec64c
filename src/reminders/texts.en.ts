export const en = {
  openMessage: 'Show in channel',
  done: 'Done',
  snooze: 'Snooze…',
  assignedWithNote: 'Assigned {day} with the note “{note}”',
  noteFrom: 'Note from {person}: “{note}”',
  assigned: '{person} assigned this to you',
  overdue: 'Still open: {person} assigned this to you',
  overdueForOther: 'Still open: you assigned this to {holder}',
  assignedOn: 'Assigned {day}',
  snoozeEnded: 'Open again: you snoozed this',
} as const
