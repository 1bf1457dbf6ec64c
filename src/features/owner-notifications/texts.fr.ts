export const fr = {
  headline:
    '{what, select, stopped {À l’arrêt : {subjects}} cannotPost {Publication impossible : {subjects}} refused {Une mention n’a pas pu être publiée : {subjects}} missed {Les nouvelles mentions ne sont pas publiées : {subjects}} damaged {Données enregistrées endommagées : {subjects}} repeated {Des mentions peuvent arriver deux fois, car Overheard tourne en double : {subjects}} repeatsOver {Overheard ne tourne plus en double : {subjects}} resumed {De nouveau en marche : {subjects}}}',
  inChannel: '{name} dans {channel}',
  comma: ', ',
  andMore: '{subjects} et {more, number} de plus',
  forward: 'Si une autre personne gère Overheard, transmettez-lui ceci.',
  why: 'Pourquoi : {reason}',
  whatToDo: 'Que faire : {whatToDo}',
  others: 'Voir /status pour {count, plural, one {# autre} other {# autres}}.',
  nothingLost: 'Aucune mention n’est perdue : Overheard reprend là où il s’est arrêté.',
  restGoesOn: 'Tout le reste continue.',
  since: 'Depuis le {at}',
} as const
