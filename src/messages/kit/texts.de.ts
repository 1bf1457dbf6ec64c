export const de = {
  positive: 'Positiv',
  negative: 'Negativ',
  neutral: 'Neutral',
  // Within a sentence.
  isPositive: 'positiv',
  isNegative: 'negativ',
  isNeutral: 'neutral',
  // Sources that have no name of their own.
  web: 'Web',
  newsAndBlogs: 'News und Blogs',
  // The keys of filters. A key whose word is not in everyday language has another one here.
  source: 'Quelle',
  language: 'Sprache',
  country: 'Land',
  sentiment: 'Stimmung',
  reach: 'Reichweite',
  audience: 'Publikum des Autors',
  starred: 'Stern',
  done: 'Erledigt-Markierung',
  tag: 'Schlagwort',
  author: 'Autor',
  domain: 'Domain',
  text: 'Text',
  unknown:
    '{key, select, source {unbekannte Quelle} language {unbekannte Sprache} country {unbekanntes Land} sentiment {unbekannte Stimmung} reach {unbekannte Reichweite} audience {unbekanntes Publikum} starred {unbekannt, ob mit Stern} done {unbekannt, ob erledigt} tag {unbekanntes Schlagwort} author {unbekannter Autor} domain {unbekannte Domain} text {unbekannter Text}}',
  reachOf: 'Reichweite {count}',
  audienceOf: 'Publikum {count}',
  inQuotes: '„{words}“',
  // Rules that assign mentions.
  others: '{count, plural, one {# weitere Person} other {# weitere}}',
  away: '{people} {count, plural, one {ist} other {sind}} abwesend',
  turn: 'an der Reihe',
  assignedTo:
    'Zugewiesen an {person} durch eine Regel ({about}){turn, select, no {} yes {: an der Reihe} away {: an der Reihe, weil {away} abwesend {count, plural, one {ist} other {sind}}}}',
  assignedToNobody: 'Niemandem zugewiesen durch eine Regel ({about}): Niemand auf ihrer Liste kommt infrage',
  assignedToNobodyAway:
    'Niemandem zugewiesen durch eine Regel ({about}): {people} {count, plural, one {ist} other {sind}} abwesend',
  somebody: 'jemand',
  // Slack fills in what is in braces, in the time zone of the reader.
  date: "'{date_short_pretty}' um '{time}'",
  unknownTime: 'unbekannter Zeitpunkt',
  noAddress: 'Keine Adresse',
  // How parts of a text stand beside each other.
  labelled: '{label}: {value}',
  withNote: '{fact} ({note})',
  ended: '{sentence}.',
  nextSentence: '{before} {after}',
  didYouMean: '{sentence} Meinst du {names}?',
  or: '{one} oder {other}',
} as const
