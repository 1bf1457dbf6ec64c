export const de = {
  openMessage: 'Nachricht öffnen',
  done: 'Erledigt',
  snooze: 'Zurückstellen\u00a0…',
  yourNote: 'Deine Notiz: „{note}“',
  noteFrom: 'Notiz von {person}: „{note}“',
  assigned: '{person} hat dir das zugewiesen',
  overdue: 'Noch offen: {person} hat dir das am {day} zugewiesen',
  overdueForOther: 'Noch offen: Du hast das am {day} {holder} zugewiesen',
  snoozeEnded: 'Wieder offen: Du hattest das zurückgestellt',
} as const
