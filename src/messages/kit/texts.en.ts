export const en = {
  positive: 'Positive',
  negative: 'Negative',
  neutral: 'Neutral',
  // Within a sentence.
  isPositive: 'positive',
  isNegative: 'negative',
  isNeutral: 'neutral',
  // Sources that have no name of their own.
  web: 'Web',
  newsAndBlogs: 'News and blogs',
  // The keys of filters. A key whose word is not in everyday language has another one here.
  source: 'source',
  language: 'language',
  country: 'country',
  sentiment: 'sentiment',
  reach: 'reach',
  audience: 'author’s audience',
  starred: 'star',
  done: 'done flag',
  tag: 'tag',
  author: 'author',
  domain: 'domain',
  text: 'text',
  unknown:
    'unknown {key, select, source {source} language {language} country {country} sentiment {sentiment} reach {reach} audience {audience} starred {starred} done {done} tag {tag} author {author} domain {domain} text {text}}',
  reachOf: '{count} reach',
  audienceOf: 'audience of {count}',
  inQuotes: '“{words}”',
  // Rules that assign mentions.
  others: '{count, plural, one {# other} other {# others}}',
  away: '{people} {count, plural, one {is} other {are}} away',
  turn: 'their turn',
  assignedTo:
    'Assigned to {person} by a rule ({about}){turn, select, no {} yes {: their turn} away {: their turn, because {away} {count, plural, one {is} other {are}} away}}',
  assignedToNobody: 'Assigned to nobody by a rule ({about}): nobody on its list can have it',
  assignedToNobodyAway:
    'Assigned to nobody by a rule ({about}): {people} {count, plural, one {is} other {are}} away',
  somebody: 'somebody',
  // Slack fills in what is in braces, in the time zone of the reader.
  date: "'{date_short_pretty}' at '{time}'",
  unknownTime: 'an unknown time',
  noAddress: 'No address',
  // How parts of a text stand beside each other.
  labelled: '{label}: {value}',
  withNote: '{fact} ({note})',
  ended: '{sentence}.',
  nextSentence: '{before} {after}',
  didYouMean: '{sentence} Did you mean {names}?',
  or: '{one} or {other}',
} as const
