export const de = {
  // Periods. Each follows the name of an alert.
  today: 'heute',
  yesterday: 'gestern',
  'this week': 'diese Woche',
  'last week': 'letzte Woche',
  'this month': 'dieser Monat',
  'last month': 'letzter Monat',
  lastDays: '{days, plural, one {letzter Tag} other {letzte # Tage}}',

  // Buttons and menus of an answer.
  customRange: 'Eigener Zeitraum\u00a0…',
  allSources: 'Alle Quellen',
  postToChannel: 'Im Channel posten',
  summary: 'Übersicht',
  breakdown: 'Aufschlüsselung',

  // Figures, and what they were in the period before.
  figure: '{kind, select, mentions {Erwähnungen} reach {Reichweite} negative {Negativ} positive {Positiv}}',
  mentions: '{count, plural, one {# Erwähnung} other {# Erwähnungen}}',
  reach: 'Reichweite {reach}',
  share: '{share} {of, select, negative {negativ} positive {positiv}}',
  noneRated: 'keine bewertet',
  partOf: '{part, number} von {whole, number}',
  rated: '{base} bewertet',
  noFigures: 'Zahl der Erwähnungen gerade nicht verfügbar',
  noChange: 'unverändert',
  noEarlierData: 'keine früheren Daten',
  was: 'vorher {before}',
  wasOf: 'vorher {part} von {whole}',
  wasInDays:
    'vorher {before} in {days, plural, =1 {einem ganzen Tag} one {# ganzen Tag} other {# ganzen Tagen}}',
  changeVsDays:
    '{change} ggü. {days, plural, =1 {einem ganzen Tag} one {# ganzen Tag} other {# ganzen Tagen}}',
  points: '{points, plural, one {#\u00a0PP} other {#\u00a0PP}}',
  busiest: 'Am meisten los: {count, plural, one {# Erwähnung} other {# Erwähnungen}}, {range}',
  sentimentBars: '\u{1f44d} {positive} positiv\n\u{1f44e} {negative} negativ',
  alwaysNet: 'immer {share}',
  netBetween: 'niedrigster {lowest}, höchster {highest}, letzter {last}',
  net: '{net} (positiv minus negativ, von den bewerteten)',
  netByNewMethod:
    '{net} (positiv minus negativ, von den bewerteten). {sign} eine neuere Methode bewertet seit {since}',

  // Notes below the figures.
  compared: '{range} im Vergleich zu {against}.',
  previousDays: '{days, plural, =1 {dem Tag} one {dem # Tag} other {den # Tagen}} davor',
  previousLonger: '{range} ({days, plural, one {# Tag} other {# Tage}} länger)',
  previousShorter: '{range} ({days, plural, one {# Tag} other {# Tage}} kürzer)',
  daysInUtc:
    'Tage in UTC{ahead, select, nothing {} today {; heute noch unvollständig} later {; die Tage nach heute kommen noch} all {; all diese Tage kommen noch}}.',
  byWeek: 'Wöchentlich; die erste und die letzte Woche können unvollständig sein.',
  byMonth: 'Monatlich; der erste und der letzte Monat können unvollständig sein.',
  missing: 'Es fehlen: {names} ({reason})',
  noData: 'Keine Daten: {names}',
  total:
    '{total, select, mentions {Erwähnungen} sentiment {Stimmung} reach {Reichweite} countries {Länder} languages {Sprachen} sources {Quellen} topic_cloud {Themen} gender {Geschlecht} age {Alter}}',
  overTime:
    '{series, select, mentions {Erwähnungen im Zeitverlauf} sentiment {Stimmung im Zeitverlauf} reach {Reichweite im Zeitverlauf}}',
  ofPeriodBefore: '{name} im Zeitraum davor',
  periodBefore: 'der Zeitraum davor',
  widestReach: 'die Erwähnungen mit der größten Reichweite',
  negativeMentions: 'die negativen Erwähnungen',
  limitReached: 'Das Tariflimit ist erreicht ({name}): Neuere Erwähnungen können fehlen',
  limitReachedUntil: 'Das Tariflimit ist bis {until} erreicht ({name}): Neuere Erwähnungen können fehlen',

  // Charts.
  mentionsPer: 'Erwähnungen pro {granularity, select, day {Tag} week {Woche} month {Monat}}',
  mentionsEvery:
    'Erwähnungen, alle {granularity, select, day {{count, plural, one {# Tage} other {# Tage}}} week {{count, plural, one {# Wochen} other {# Wochen}}} month {{count, plural, one {# Monate} other {# Monate}}}}',
  meanMentionsPer: 'Ø Erwähnungen pro {granularity, select, day {Tag} week {Woche} month {Monat}}',
  newerSentiments: '{title}, {sign} neuere Bewertung',
  unnamed: 'Ohne Namen',

  // Comparisons.
  versus: '{first} vs. {next}',
  alert: 'Alert',
  shareColumn: 'Anteil',
  changeColumn: 'ggü. vorher',
  shareOfReach: 'Anteil der Reichweite',
  netSentiment: 'Stimmungssaldo',
  unnamedAlert: 'Alert ohne Namen',
  noStatistics: '{alert}: keine Statistik ({reason})',
  noAlertData: 'keine Daten',
  unknown: 'unbekannt',
  netSentimentOf: 'Stimmungssaldo {net}',
  netWas: '{net} (vorher {before})',
  noMentionCount: 'Zahl der Erwähnungen nicht verfügbar',
  sourcesAll: 'Alle Quellen.',
  sourcesOnly: 'Nur {sources}.',
  countedInEach:
    'Eine Erwähnung, die mehrere Alerts finden, zählt bei jedem; Filter und Stummschaltungen der Channels gelten hier nicht.',
  netExplained: 'Stimmungssaldo: positiv minus negativ, von den Erwähnungen mit Stimmung ({rated}).',
  sharesOf: 'Grundlage der Anteile: {sums} in {alerts}.',
  sharesOfBoth: 'Grundlage der Anteile: {mentions} in {alerts} und {reach} in {others}.',
  theseAlerts:
    '{all, plural, =0 {keinem dieser Alerts} =1 {diesem Alert} =2 {diesen zwei Alerts} =3 {diesen drei Alerts} one {diesem # Alert} other {diesen # Alerts}}',
  someOfThese:
    '{known, plural, =0 {keinem} =1 {einem} =2 {zwei} =3 {drei} other {#}} dieser {all, plural, =0 {0} =1 {1} =2 {zwei} =3 {drei} other {#}} Alerts',
  allMissing: 'Es fehlen: alle Zahlen von {alert} ({reason}).',
  figureMissing:
    '{figure, select, mentions {Es fehlen: Erwähnungen} reach {Es fehlt: Reichweite} sentiment {Es fehlt: Stimmung}} von {alert} ({reason}).',
} as const
