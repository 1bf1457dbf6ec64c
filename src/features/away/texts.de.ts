export const de = {
  help: '• `away`, `away until monday`, `away from friday 12:00 until monday`, `away back`: wer abwesend ist und solange nicht gerufen wird und nichts zugewiesen bekommt; auch, um dich selbst abwesend zu melden',
  damagedName: 'Abwesenheiten',
  damaged: 'Die Person {user} wird gerufen und bekommt Erwähnungen zugewiesen, als wäre sie nicht abwesend.',
  back: 'Du bist wieder da.',
  notAway: 'Du warst nicht abwesend.',
  youAreNot: 'Du bist nicht abwesend.',
  youAre: 'Du bist abwesend bis {until}',
  youWillBe: 'Du bist abwesend von {from} bis {until}',
  youAreNow: 'Du bist abwesend bis {until}.',
  youWillBeThen: 'Du bist abwesend von {from} bis {until}.',
  is: '{person} ist abwesend bis {until}.',
  willBe: '{person} ist abwesend von {from} bis {until}.',
  more: '{count, plural, one {# weitere Person} other {# weitere Personen}}.',
  howTo: 'Gib an, bis wann du abwesend bist: /mentions away until monday',
  meanwhile:
    'In dieser Zeit weist Overheard dir nichts automatisch zu und ruft bei dringenden Erwähnungen andere.',
  iAmBack: 'Ich bin wieder da',
} as const
