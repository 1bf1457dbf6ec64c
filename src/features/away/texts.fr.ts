export const fr = {
  help: '• `away`, `away until monday`, `away from friday 12:00 until monday`, `away back` : voir qui est indisponible (ni prévenu, ni chargé de mentions), ou signaler votre propre indisponibilité',
  damagedName: 'indisponibilités',
  damaged: 'La personne {user} est prévenue et reçoit des mentions comme si elle était disponible.',
  back: 'Vous êtes de retour.',
  notAway: 'Vous n’étiez pas indisponible.',
  youAreNot: 'Vous n’êtes pas indisponible.',
  youAre: 'Vous êtes indisponible jusqu’au {until}',
  youWillBe: 'Vous serez indisponible du {from} au {until}',
  youAreNow: 'Vous êtes indisponible jusqu’au {until}.',
  youWillBeThen: 'Vous serez indisponible du {from} au {until}.',
  is: '{person} est indisponible jusqu’au {until}.',
  willBe: '{person} sera indisponible du {from} au {until}.',
  more: '{count, plural, one {# autre personne} other {# autres personnes}}.',
  howTo: 'Indiquez jusqu’à quand vous êtes indisponible : /mentions away until monday',
  meanwhile:
    'Pendant ce temps, aucune règle ne vous attribue de mentions, et d’autres personnes sont prévenues des mentions urgentes.',
  iAmBack: 'Je suis de retour',
} as const
