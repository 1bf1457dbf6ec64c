export const en = {
  // Periods. Each follows the name of an alert.
  today: 'today',
  yesterday: 'yesterday',
  'this week': 'this week',
  'last week': 'last week',
  'this month': 'this month',
  'last month': 'last month',
  lastDays: 'last {days, plural, one {# day} other {# days}}',

  // Buttons and menus of an answer.
  customRange: 'Custom…',
  allSources: 'All sources',
  postToChannel: 'Post to channel',
  summary: 'Summary',
  breakdown: 'Breakdown',

  // Figures, and what they were in the period before.
  figure: '{kind, select, mentions {Mentions} reach {Reach} negative {Negative} positive {Positive}}',
  mentions: '{count, plural, one {# mention} other {# mentions}}',
  reach: '{reach} reach',
  share: '{share} {of, select, negative {negative} positive {positive}}',
  noneRated: 'none rated',
  partOf: '{part, number} of {whole, number}',
  rated: '{base} rated',
  noFigures: 'mention count unavailable right now',
  noChange: 'no change',
  noEarlierData: 'no earlier data',
  was: 'was {before}',
  wasOf: 'was {part} of {whole}',
  wasInDays: 'was {before} in {days, plural, =1 {a whole day} one {# whole day} other {# whole days}}',
  changeVsDays: '{change} vs {days, plural, =1 {a whole day} one {# whole day} other {# whole days}}',
  points: '{points, plural, one {#\u00a0pt} other {#\u00a0pts}}',
  busiest: 'Busiest: {count, plural, one {# mention} other {# mentions}}, {range}',
  sentimentBars: '\u{1f44d} {positive} positive\n\u{1f44e} {negative} negative',
  alwaysNet: 'always {share}',
  netBetween: 'lowest {lowest}, highest {highest}, last {last}',
  net: '{net} (positive minus negative, of rated)',
  netByNewMethod: '{net} (positive minus negative, of rated). {sign} a newer method judges since {since}',

  // Notes below the figures.
  compared: '{range} compared with {against}.',
  previousDays: 'the previous {days, plural, =1 {day} one {# day} other {# days}}',
  previousLonger: '{range}, which is {days, plural, one {# day} other {# days}} longer',
  previousShorter: '{range}, which is {days, plural, one {# day} other {# days}} shorter',
  daysInUtc:
    'Days are in UTC{ahead, select, nothing {} today {; today is incomplete} later {; the days after today are still to come} all {; all of these days are still to come}}.',
  byWeek: 'Weekly; first and last week may be incomplete.',
  byMonth: 'Monthly; first and last month may be incomplete.',
  missing: 'Missing: {names} ({reason})',
  noData: 'No data: {names}',
  total:
    '{total, select, mentions {mentions} sentiment {sentiment} reach {reach} countries {countries} languages {languages} sources {sources} topic_cloud {topics} gender {gender} age {age}}',
  overTime:
    '{series, select, mentions {mentions over time} sentiment {sentiment over time} reach {reach over time}}',
  ofPeriodBefore: '{name} of the period before',
  periodBefore: 'the period before',
  widestReach: 'the mentions with the widest reach',
  negativeMentions: 'the negative mentions',
  limitReached: "The plan's limit is reached ({name}): newer mentions may be missing",
  limitReachedUntil: "The plan's limit is reached until {until} ({name}): newer mentions may be missing",

  // Charts.
  mentionsPer: 'Mentions per {granularity, select, day {day} week {week} month {month}}',
  mentionsEvery:
    'Mentions, every {granularity, select, day {{count, plural, one {# day} other {# days}}} week {{count, plural, one {# week} other {# weeks}}} month {{count, plural, one {# month} other {# months}}}}',
  meanMentionsPer: 'Average mentions per {granularity, select, day {day} week {week} month {month}}',
  newerSentiments: '{title}, {sign} newer sentiments',
  unnamed: 'Unnamed',

  // Comparisons.
  versus: '{first} vs {next}',
  alert: 'Alert',
  shareColumn: 'Share',
  changeColumn: 'vs before',
  shareOfReach: 'Share of reach',
  netSentiment: 'Net sentiment',
  unnamedAlert: 'Unnamed alert',
  noStatistics: '{alert}: no statistics ({reason})',
  noAlertData: 'no data',
  unknown: 'unknown',
  netSentimentOf: 'net sentiment {net}',
  netWas: '{net} (was {before})',
  noMentionCount: 'mention count unavailable',
  sourcesAll: 'All sources.',
  sourcesOnly: 'Only {sources}.',
  countedInEach:
    'A mention that several alerts find counts in each, and filters and mutes of channels do not apply.',
  netExplained: 'Net sentiment: positive minus negative, of the mentions with a sentiment ({rated}).',
  sharesOf: 'Shares are of {sums} in {alerts}.',
  sharesOfBoth: 'Shares are of {mentions} in {alerts} and of {reach} in {others}.',
  theseAlerts: 'these {all, plural, =0 {no} =1 {one} =2 {two} =3 {three} other {#}} alerts',
  someOfThese:
    '{known, plural, =0 {no} =1 {one} =2 {two} =3 {three} other {#}} of these {all, plural, =0 {no} =1 {one} =2 {two} =3 {three} other {#}} alerts',
  allMissing: 'Missing: all numbers of {alert} ({reason}).',
  figureMissing:
    'Missing: {figure, select, mentions {mentions} reach {reach} sentiment {sentiment}} of {alert} ({reason}).',
} as const
