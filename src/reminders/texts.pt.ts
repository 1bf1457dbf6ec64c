export const pt = {
  openMessage: 'Abrir mensagem',
  done: 'Concluir',
  snooze: 'Adiar…',
  yourNote: 'Sua nota: “{note}”',
  noteFrom: 'Nota de {person}: “{note}”',
  assigned: '{person} atribuiu esta menção a você',
  overdue: 'Ainda aberta: {person} atribuiu esta menção a você ({day})',
  overdueForOther: 'Ainda aberta: você atribuiu esta menção a {holder} ({day})',
  snoozeEnded: 'Aberta de novo: você adiou esta menção',
} as const
