export const de = {
  openMessage: 'Im Channel anzeigen',
  done: 'Erledigt',
  snooze: 'Zurückstellen\u00a0…',
  assignedWithNote: 'Zugewiesen: {day}, mit der Notiz „{note}“',
  noteFrom: 'Notiz von {person}: „{note}“',
  assigned: '{person} hat dir das zugewiesen',
  overdue: 'Noch offen: {person} hat dir das zugewiesen',
  overdueForOther: 'Noch offen: Du hast das {holder} zugewiesen',
  assignedOn: 'Zugewiesen: {day}',
  snoozeEnded: 'Wieder offen: Du hattest das zurückgestellt',
} as const
