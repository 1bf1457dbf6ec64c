export const fr = {
  help: '• `open`, `open mine` : les mentions encore à traiter, par ordre d’urgence',
  shortHelp: '*Voir ce qui est resté sans réponse* : `/mentions ouvertes`',
  notUnderstood: '/mentions open s’emploie seule ou avec le mot mine, pas avec « {words} ».',
  nothing:
    '{scope, select, channel {Rien à traiter dans ce canal.} mine {Vous n’avez rien à traiter.} home {Aucune réponse en attente dans vos canaux. Les nouvelles mentions restent ici jusqu’à ce que quelqu’un s’en charge.}}',
  count:
    '{count, plural, one {# mention à traiter} other {# mentions à traiter}} {scope, select, channel {dans ce canal} mine {par vous} home {dans vos canaux}}',
  mostUrgentFirst: '{count}, par ordre d’urgence',
  mostUrgentFirstOnPages: '{count}, par ordre d’urgence · page {page, number} sur {pages, number}',
  back: 'Page précédente',
  more: 'Page suivante',
  directMessages: 'messages directs',
  claim: 'Prendre en charge',
  done: 'Traitée',
  giveBack: 'Libérer',
  snooze: 'Reporter…',
  openMessage: 'Voir dans le canal',
  nothingIsOpen: 'Rien à traiter',
  nothingWaits:
    'Aucune réponse en attente. Les nouvelles mentions restent ici jusqu’à ce que quelqu’un s’en charge.{others, plural, =0 {} one { Des collègues répondent à # mention : /mentions open dans un canal l’affiche.} other { Des collègues répondent à # mentions : /mentions open dans un canal les affiche.}}',
  needAnswers: 'En attente de réponse ({count, number})',
  negative:
    '{negative, plural, =0 {Aucune n’est négative.} one {# négative, placée en premier.} other {# négatives, placées en premier.}}{others, plural, =0 {} one { Des collègues répondent à # mention : /mentions open dans un canal l’affiche.} other { Des collègues répondent à # mentions : /mentions open dans un canal les affiche.}}',
  yours: 'Les vôtres ({count, number})',
} as const
