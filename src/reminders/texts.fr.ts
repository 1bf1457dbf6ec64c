export const fr = {
  openMessage: 'Ouvrir le message',
  done: 'Traitée',
  snooze: 'Reporter…',
  yourNote: 'Votre note : « {note} »',
  noteFrom: 'Note laissée par {person} : « {note} »',
  assigned: '{person} vous a attribué cette mention',
  overdue: 'Encore à traiter : {person} vous a attribué cette mention le {day}',
  overdueForOther: 'Encore à traiter : vous avez attribué cette mention à {holder} le {day}',
  snoozeEnded: 'De nouveau à traiter : vous aviez reporté cette mention',
} as const
