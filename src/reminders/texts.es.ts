export const es = {
  openMessage: 'Abrir mensaje',
  done: 'Resolver',
  snooze: 'Posponer…',
  yourNote: 'Tu nota: “{note}”',
  noteFrom: 'Nota de {person}: “{note}”',
  assigned: '{person} te asignó esto',
  overdue: 'Sigue abierta: {person} te la asignó el {day}',
  overdueForOther: 'Sigue abierta: se la asignaste a {holder} el {day}',
  snoozeEnded: 'De nuevo abierta: la habías pospuesto',
} as const
