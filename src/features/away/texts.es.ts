export const es = {
  help: '• `away`, `away until monday`, `away from friday 12:00 until monday`, `away back`: quién está ausente y, mientras tanto, no recibe avisos ni asignaciones, y cómo indicar tu propia ausencia',
  damagedName: 'ausencias',
  damaged: 'La persona {user} recibe avisos y asignaciones como si no estuviera ausente.',
  back: 'Ya no estás ausente.',
  notAway: 'No estabas ausente.',
  youAreNot: 'No estás ausente.',
  youAre: 'Estás ausente hasta {until}',
  youWillBe: 'Estarás ausente desde {from} hasta {until}',
  youAreNow: 'Estás ausente hasta {until}.',
  youWillBeThen: 'Estarás ausente desde {from} hasta {until}.',
  is: '{person} está ausente hasta {until}.',
  willBe: '{person} estará ausente desde {from} hasta {until}.',
  more: '{count, plural, one {# persona más} other {# personas más}}.',
  howTo: 'Indica hasta cuándo estás ausente: /mentions away until monday',
  meanwhile:
    'Mientras tanto, Overheard no te asigna nada por reglas y avisa a otras personas de las menciones urgentes.',
  iAmBack: 'Ya estoy de vuelta',
} as const
