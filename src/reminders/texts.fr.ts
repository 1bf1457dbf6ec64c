export const fr = {
  openMessage: 'Voir dans le canal',
  done: 'Traitée',
  snooze: 'Reporter…',
  assignedWithNote: 'Attribuée le {day}, avec la note « {note} »',
  noteFrom: 'Note laissée par {person} : « {note} »',
  assigned: '{person} vous a attribué cette mention',
  overdue: 'Encore à traiter : {person} vous a attribué cette mention',
  overdueForOther: 'Encore à traiter : vous avez attribué cette mention à {holder}',
  assignedOn: 'Attribuée le {day}',
  snoozeEnded: 'De nouveau à traiter : vous aviez reporté cette mention',
} as const
