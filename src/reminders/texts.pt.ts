export const pt = {
  openMessage: 'Ver no canal',
  done: 'Concluir',
  snooze: 'Adiar…',
  assignedWithNote: 'Atribuída: {day}, com a nota “{note}”',
  noteFrom: 'Nota de {person}: “{note}”',
  assigned: '{person} atribuiu esta menção a você',
  overdue: 'Ainda aberta: {person} atribuiu esta menção a você',
  overdueForOther: 'Ainda aberta: você atribuiu esta menção a {holder}',
  assignedOn: 'Atribuída: {day}',
  snoozeEnded: 'Aberta de novo: você adiou esta menção',
} as const
