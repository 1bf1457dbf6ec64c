export const fr = {
  shortHelp: '*Ne rien publier pendant un moment* : `/mentions suspendre 2h`',
  help: '• `pause [nom] [2h | until tomorrow | from saturday 8:00 until monday 9:00]`, `resume [nom]` : cesser de publier pendant un moment',
  question:
    '{name} ne publiera plus rien tant que personne ne le relance, et son canal en sera informé. Mettre en pause ? Avec une durée, comme 2h, la pause se termine d’elle-même.',
  pauseOpen: 'Pause sans date de fin',
  paused: 'mis {name} en pause jusqu’au {until} ; ce qui est trouvé entre-temps est publié ensuite',
  pausedOpen: 'mis {name} en pause jusqu’à nouvel ordre ; ce qui est trouvé entre-temps est publié ensuite',
  planned: 'prévu une pause pour {name} du {from} au {until}',
  planCancelled: 'annulé la pause prévue pour {name}',
  resumed: 'relancé {name}',
  caughtUp: 'relancé {name} : les mentions de la pause suivent',
  skipped: 'relancé {name} : les mentions de la pause sont ignorées',
  planUndone: 'Aucune pause n’est plus prévue pour {name}.',
  planAsBefore: 'La pause prévue pour {name} est rétablie.',
  pauseUndone: '{name} n’est plus en pause.',
  pausedAgain: '{name} est de nouveau en pause.',
  uncounted:
    '{alert} reprend après une pause commencée le {since}. Les mentions de la pause n’ont pas pu être comptées.',
  atLeast:
    '{alert} reprend après une pause commencée le {since}. Au moins {waiting, plural, one {# mention est arrivée} other {# mentions sont arrivées}} pendant la pause.',
  counted:
    '{alert} reprend après une pause commencée le {since}. {waiting, plural, one {# mention est arrivée} other {# mentions sont arrivées}} pendant la pause.',
  postAll: 'Publier les {waiting, number}',
  postThem: 'Les publier',
  skipThem: 'Les ignorer',
  menuPause: 'Mettre en pause…',
  menuResume: 'Relancer',
  menuCancel: 'Annuler la pause',
  title: 'Pause de l’abonnement',
  submit: 'Mettre en pause',
  until: 'Jusqu’à',
  term: '{term, select, hour {1 heure} hours {4 heures} tomorrow {Demain à 9 h} monday {Lundi prochain à 9 h} week {1 semaine} open {Jusqu’à ce que quelqu’un relance}}',
  about:
    'D’ici là, {name} ne publie rien. Les nouvelles mentions attendent. Après une pause de plus d’un jour, Overheard demande au canal s’il faut publier ce qui est arrivé entre-temps. Les heures sont dans votre fuseau horaire.',
} as const
