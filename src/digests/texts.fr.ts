export const fr = {
  // Buttons, and the titles of the modals that they open.
  allNumbers: 'Tous les chiffres',
  notPosted: 'Mentions non publiées',
  eachAlert: 'Voir chaque alerte',
  back: 'Page précédente',
  more: 'Page suivante',
  page: 'Page {page, number} sur {pages, number}',

  // The digest.
  'heading-day': 'Récapitulatif quotidien, {range}',
  'heading-week': 'Récapitulatif hebdomadaire, {range}',
  'heading-month': 'Récapitulatif mensuel, {range}',
  'heading-other': 'Récapitulatif, {range}',
  alert: 'Alerte',
  figure:
    '{figure, select, mentions {Mentions} reach {Portée} negative {Négatives} positive {Positives} neutral {Neutres}}',
  'details-channel': 'Détails de chaque alerte dans le fil ↓',
  'details-asker': 'Aperçu. Lors de la publication, les détails de chaque alerte suivent dans le fil.',
  compared: 'Par rapport à la période {previous}. Les jours sont en UTC.',
  moreAlerts:
    '{count, plural, one {# autre alerte se trouve} other {# autres alertes se trouvent}} dans « Tous les chiffres ».',
  stillOpen: 'Au total, encore à traiter ici : {total, number}',
  stillOpenMost: 'Au total, encore à traiter ici : {total, number}. Les plus urgentes :',
  nothing: '{heading} : aucune mention.',
  nothingFor: '{heading} : aucune mention pour {alert}.',
  answered: 'Publications négatives clôturées : {done, number} sur {of, plural, other {#}}',
  unnamedAlert: 'Alerte sans nom',
  noData: 'pas de données',
  unknown: 'inconnu',
  unknownBecause: 'inconnu ({reason})',
  noStatistics: '{alert} n’a pas de statistiques',
  noStatisticsBecause: 'pas de statistiques ({reason})',
  noMentionCount: 'nombre de mentions indisponible',
  widestReach: 'Plus grande portée',
  otherNegative: 'Autres mentions négatives',
  negativeWidest: 'Mentions négatives à la plus grande portée',
  places: '{places, plural, one {# parution} other {# parutions}}',

  // News of an alert. `alert` is its name.
  newsNoStatistics: '{alert} n’a pas de statistiques : {reason}',
  newsNoCount: '{alert} : nombre de mentions indisponible pour l’instant',
  newsNone: '{alert} n’a eu aucune mention',
  newsNoneChanged: '{alert} n’a eu aucune mention ({change})',
  news: '{alert} : {details}',
  mentions: '{count, plural, one {# mention} other {# mentions}}',
  mentionsThan:
    '{count, plural, one {# mention} other {# mentions}}, {share} {direction, select, more {de plus} fewer {de moins}} que {length, select, day {la veille} week {la semaine précédente} month {le mois précédent} other {sur la période précédente}}',
  negativeThan: '{share} de négatives ({before} avant)',
  mostOn: 'jour le plus actif : {day}, {count, number}',
  and: '{one} ; {other}',
  busiestDay: 'Jour le plus actif : {day} ({count, plural, one {# mention} other {# mentions}}).',
  busiestDays: 'Jours les plus actifs : {days} ({count, plural, one {# mention} other {# mentions}} chacun).',
  sourceMoved:
    'Plus forte évolution par source : {source}, {to, plural, one {# mention} other {# mentions}} (avant : {from, number}).',
  countryMoved:
    'Par pays : {country}, {to, plural, one {# mention} other {# mentions}} (avant : {from, number}).',
  turnedPositive: 'Plus de mentions positives que négatives, contrairement à avant.',
  turnedNegative: 'Plus de mentions négatives que positives, contrairement à avant.',
  shareRose: 'La part de négatives est passée de {from} à {to}.',
  shareFell: 'La part de négatives est descendue de {from} à {to}.',
  newTopics: 'Nouveaux thèmes : {topics}.',

  newsOfAll:
    '{alerts, plural, one {# alerte a trouvé} other {# alertes ont trouvé}} {mentions, plural, one {# mention} other {# mentions}}, surtout pour {alert} ({count, number})',
  newsOfAllOne:
    '{alerts, plural, one {# alerte a trouvé} other {# alertes ont trouvé}} {mentions, plural, one {# mention, pour} other {# mentions, toutes pour}} {alert}',
  newsOfAllNone:
    '{alerts, plural, one {# alerte n’a trouvé aucune mention} other {# alertes n’ont trouvé aucune mention}}',
  newsNoCounts:
    'Le nombre de mentions de {alerts, plural, one {# alerte} other {# alertes}} est indisponible pour l’instant',
  newsOnly: '{news}.',
  newsAndOpen: '{news}. {open}.',

  // What people did with negative posts: the end of the sentence above.
  allClosed:
    '{of, plural, one {# mention négative a été publiée ici, et elle n’est plus à traiter} other {# mentions négatives ont été publiées ici, et plus aucune n’est à traiter}}',
  someOpen:
    '{of, plural, one {# mention négative a été publiée} other {# mentions négatives ont été publiées}} ici, {open, plural, one {# reste} other {# restent}} à traiter',
  claimedAndClosed:
    'Délais médians après la publication : {claim} pour la prise en charge, {close} pour la clôture.',
  claimedWithin: 'Délai médian après la publication : {claim} pour la prise en charge.',
  closedWithin: 'Délai médian après la publication : {close} pour la clôture.',
  byPeople: '{people}.',
  personClosed: '{person} en a clôturé {closed, number}',
  personHas: '{person} en a {holding, number} en charge',
  personClosedAndHas: '{person} en a clôturé {closed, number} et en a {holding, number} en charge',
  othersDid: '{count, plural, one {# autre personne a fait} other {# autres personnes ont fait}} le reste',
  corrected:
    'Publications de ce canal dont l’équipe a corrigé la tonalité : {count, number} sur {of, plural, other {#}}. Les parts de mentions négatives sont celles du service de veille.',
  openFor: 'à traiter depuis {time}',
  heldBy: '{state, select, claimed {prise en charge} snoozed {reportée}} par {person}',
  assignedTo: 'attribuée à {person}',
  doneBy: '✓ traitée par {person} en {time}',
  handledForgotten: 'Le nombre de publications négatives traitées n’est plus connu.',
  handledNow:
    '{done, number} {done, plural, one {publication négative} other {publications négatives}} sur {of, plural, other {#}} {done, plural, one {est maintenant clôturée (traitée ou non pertinente)} other {sont maintenant clôturées (traitées ou non pertinentes)}}.',

  // All numbers.
  allNumbersOf: 'Tous les chiffres, {range}',
  numbersCompared:
    'Par rapport à la période {previous}. Comptées selon la date de publication (UTC), à ce jour.',
  noFigures: 'Aucun chiffre',
  total: 'Total',
  bySource: 'Par source',
  byCountry: 'Par pays',
  figureUnknown:
    '{figure, select, mentions {Mentions} reach {Portée} negative {Négatives} positive {Positives} neutral {Neutres}} : inconnu ({reason})',
  beforeUnknown: '{now, number} (avant : inconnu)',
  noEarlierData: '{now, number} (pas de données antérieures)',
  noChange: '{now, number} (inchangé)',
  was: '{now, number} (avant : {before, number})',
  wasChanged: '{now, number} {change} (avant : {before, number})',
  outsideNow: 'hors du top {most, number} (avant : {before, number})',
  outsideBefore: '{now, number} (avant : hors du top {most, number})',
  others: '{count, plural, one {# autre} other {# autres}}',
  unnamed: 'sans nom',

  // Mentions that were not posted.
  notPostedTitle: 'Mentions non publiées : {range}',
  everythingPosted: 'Mentions non publiées : {range}. Tout a été publié.',
  notPostedNote:
    'Voici l’état actuel : certaines ont pu être publiées depuis le récapitulatif. Une mention compte pour le jour où Overheard l’a trouvée (UTC).',
  notPostedForgotten: 'La liste des mentions non publiées pour {range} n’est plus disponible.',
  keptFor: 'Overheard la conserve {days, plural, one {# jour} other {# jours}}.',
  waiting: '{count, number} en attente',
  rejected: '{count, number} par refus de Slack',
  muted: '{count, number} par masquage',
  mutedOf:
    '{kind, select, author {{count, number} d’auteurs masqués} source {{count, number} de sources masquées} domain {{count, number} de sites masqués} word {{count, number} avec des mots masqués} other {{count, number} par masquage}}',
  duplicates: '{count, number} en doublon',
  filteredBy: '{count, number} par filtrage ({rule})',
  filteredByRules: '{count, number} par filtrage ({rules})',
  byRule: '{rule} : {count, number}',
  byOtherRules: 'autres règles : {count, number}',
  slackRejected: 'Refus de Slack ({reason})',
  latest: 'Les plus récentes :',
  countOf: '{value} : {count, number}',
  countMutedBy: '{value} : {count, number} (masquage par {person})',
  countOfOthers: 'autres : {count, number}',
  thisPost: 'ce message',
  onePost: 'un message',
  mention: 'mention {id}',
  foundNothing: 'Overheard n’a rien trouvé de nouveau pour ce canal ces jours-là.',
  left: 'Mentions non publiées : {left, number} sur {found, plural, other {#}}. Détail : {reasons}.',
  posted:
    'Publiées : {shown, number}{inBursts, plural, =0 {} other {, dont # dans des messages qui en réunissent plusieurs}}{own, plural, =0 {} other {, dont # de vous}}.',
  postedAll:
    'Publiées : {found, plural, =1 {la seule mention} other {toutes les mentions (#)}}{inBursts, plural, =0 {} other {, dont # dans des messages qui en réunissent plusieurs}}{own, plural, =0 {} other {, dont # de vous}}.',
} as const
