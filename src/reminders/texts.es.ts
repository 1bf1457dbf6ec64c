export const es = {
  openMessage: 'Ver en el canal',
  done: 'Resolver',
  snooze: 'Posponer…',
  assignedWithNote: 'Asignada: {day}, con la nota “{note}”',
  noteFrom: 'Nota de {person}: “{note}”',
  assigned: '{person} te asignó esto',
  overdue: 'Sigue abierta: {person} te la asignó',
  overdueForOther: 'Sigue abierta: se la asignaste a {holder}',
  assignedOn: 'Asignada: {day}',
  snoozeEnded: 'De nuevo abierta: la habías pospuesto',
} as const
