export const fr = {
  headline:
    '{what, select, stopped {À l’arrêt : {subjects}} refused {Une mention n’a pas pu être publiée : {subjects}} missed {De nouvelles mentions échappent à Overheard : {subjects}} damaged {Données enregistrées endommagées : {subjects}} repeated {Deux installations publient : {subjects}} repeatsOver {De nouveau une seule installation publie : {subjects}} resumed {De nouveau en marche : {subjects}}}',
  inChannel: '{name} dans {channel}',
  comma: ', ',
  andMore: '{subjects} et {more, number} de plus',
  why: 'Pourquoi : {reason}',
  whatToDo: 'Que faire : {whatToDo}',
  others: 'Voir /status pour {count, plural, one {# autre} other {# autres}}.',
  nothingLost: 'Aucune mention n’est perdue : Overheard reprend là où il s’est arrêté.',
  restGoesOn: 'Tout le reste continue.',
} as const
