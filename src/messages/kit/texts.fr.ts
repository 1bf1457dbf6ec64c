export const fr = {
  positive: 'Positive',
  negative: 'Négative',
  neutral: 'Neutre',
  // Within a sentence.
  isPositive: 'positive',
  isNegative: 'négative',
  isNeutral: 'neutre',
  // Sources that have no name of their own.
  web: 'Web',
  newsAndBlogs: 'Actualités et blogs',
  // The keys of filters. A key whose word is not in everyday language has another one here.
  source: 'source',
  language: 'langue',
  country: 'pays',
  sentiment: 'tonalité',
  reach: 'portée',
  audience: 'audience de l’auteur',
  starred: 'étoile',
  done: 'marque « traitée »',
  tag: 'étiquette',
  author: 'auteur',
  domain: 'site',
  text: 'texte',
  unknown:
    '{key, select, source {source inconnue} language {langue inconnue} country {pays inconnu} sentiment {tonalité inconnue} reach {portée inconnue} audience {audience inconnue} starred {étoile inconnue} done {marque « traitée » inconnue} tag {étiquette inconnue} author {auteur inconnu} domain {site inconnu} text {texte inconnu}}',
  reachOf: '{count} de portée',
  audienceOf: 'audience de {count}',
  inQuotes: '« {words} »',
  // Rules that assign mentions.
  others: '{count, plural, one {# autre personne} other {# autres}}',
  away: '{people} {count, plural, one {indisponible} other {indisponibles}}',
  turn: 'c’est son tour',
  assignedTo:
    'Attribuée à {person} par une règle ({about}){turn, select, no {} yes { : c’est son tour} away { : c’est son tour, car {away} {count, plural, one {est indisponible} other {sont indisponibles}}}}',
  assignedToNobody: 'Non attribuée par une règle ({about}) : personne dans sa liste ne peut s’en charger',
  assignedToNobodyAway:
    'Non attribuée par une règle ({about}) : {people} {count, plural, one {est indisponible} other {sont indisponibles}}',
  somebody: 'quelqu’un',
  // Slack fills in what is in braces, in the time zone of the reader. Not “pretty”: “jusqu’au” and “le” stand before it.
  date: "'{date_short}' à '{time}'",
  unknownTime: 'moment inconnu',
  noAddress: 'Sans adresse',
  // How parts of a text stand beside each other.
  labelled: '{label} : {value}',
  withNote: '{fact} ({note})',
  ended: '{sentence}.',
  nextSentence: '{before} {after}',
  didYouMean: '{sentence} Vouliez-vous dire {names} ?',
  or: '{one} ou {other}',
} as const
