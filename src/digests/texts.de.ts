export const de = {
  // Buttons, and the titles of the modals that they open.
  allNumbers: 'Alle Zahlen',
  notPosted: 'Was nicht gepostet wurde',
  eachAlert: 'Alle Alerts anzeigen',
  back: 'Vorherige Seite',
  more: 'Nächste Seite',
  page: 'Seite {page, number} von {pages, number}',

  // The digest.
  'heading-day': 'Tageszusammenfassung, {range}',
  'heading-week': 'Wochenzusammenfassung, {range}',
  'heading-month': 'Monatszusammenfassung, {range}',
  'heading-other': 'Zusammenfassung, {range}',
  alert: 'Alert',
  figure:
    '{figure, select, mentions {Erwähnungen} reach {Reichweite} negative {Negativ} positive {Positiv} neutral {Neutral}}',
  'details-channel': 'Details zu jedem Alert im Thread ↓',
  'details-asker': 'Vorschau. Beim Posten folgen die Details zu jedem Alert im Thread.',
  compared: 'Im Vergleich zu {previous} (Tage in UTC).',
  moreAlerts:
    '{count, plural, one {# weiterer Alert steht} other {# weitere Alerts stehen}} unter „Alle Zahlen“.',
  stillOpen: 'Hier insgesamt noch offen: {total, number}',
  stillOpenMost: 'Hier insgesamt noch offen: {total, number}. Die dringendsten:',
  nothing: '{heading}: keine Erwähnungen.',
  nothingFor: '{heading}: keine Erwähnungen für {alert}.',
  answered:
    '{done, number} von {of, plural, one {# negativen Beitrag} other {# negativen Beiträgen}} abgeschlossen',
  unnamedAlert: 'Alert ohne Namen',
  noData: 'keine Daten',
  unknown: 'unbekannt',
  unknownBecause: 'unbekannt ({reason})',
  noStatistics: 'Für {alert} gibt es keine Statistik',
  noStatisticsBecause: 'keine Statistik ({reason})',
  noMentionCount: 'Zahl der Erwähnungen nicht verfügbar',
  widestReach: 'Größte Reichweite',
  otherNegative: 'Weitere negative Erwähnungen',
  negativeWidest: 'Negative Erwähnungen mit der größten Reichweite',
  places: '{places, plural, one {# Fundstelle} other {# Fundstellen}}',

  // News of an alert. `alert` is its name.
  newsNoStatistics: 'Für {alert} gibt es keine Statistik ({reason})',
  newsNoCount: '{alert}: Zahl der Erwähnungen gerade nicht verfügbar',
  newsNone: '{alert} hatte keine Erwähnungen',
  newsNoneChanged: '{alert} hatte keine Erwähnungen ({change})',
  news: '{alert}: {details}',
  mentions: '{count, plural, one {# Erwähnung} other {# Erwähnungen}}',
  mentionsThan:
    '{count, plural, one {# Erwähnung} other {# Erwähnungen}}, {share} {direction, select, more {mehr} fewer {weniger}} als {length, select, day {am Tag davor} week {in der Woche davor} month {im Monat davor} other {im Zeitraum davor}}',
  negativeThan: '{share} negativ (davor {before})',
  mostOn: 'stärkster Tag: {day}, {count, number}',
  and: '{one}; {other}',
  busiestDay: 'Am meisten los war am {day} ({count, plural, one {# Erwähnung} other {# Erwähnungen}}).',
  busiestDays:
    'Am meisten los war an diesen Tagen: {days} (je {count, plural, one {# Erwähnung} other {# Erwähnungen}}).',
  sourceMoved:
    'Größte Veränderung nach Quelle: {source}, {to, plural, one {# Erwähnung} other {# Erwähnungen}} (vorher {from, number}).',
  countryMoved:
    'Nach Land: {country}, {to, plural, one {# Erwähnung} other {# Erwähnungen}} (vorher {from, number}).',
  turnedPositive: 'Anders als zuvor mehr positive als negative Erwähnungen.',
  turnedNegative: 'Anders als zuvor mehr negative als positive Erwähnungen.',
  shareRose: 'Der negative Anteil stieg von {from} auf {to}.',
  shareFell: 'Der negative Anteil sank von {from} auf {to}.',
  newTopics: 'Neue Themen: {topics}.',

  newsOfAll:
    '{alerts, plural, one {# Alert hat} other {# Alerts haben}} {mentions, plural, one {# Erwähnung} other {# Erwähnungen}} gefunden, die meisten für {alert} ({count, number})',
  newsOfAllOne:
    '{alerts, plural, one {# Alert hat} other {# Alerts haben}} {mentions, plural, one {# Erwähnung} other {# Erwähnungen}} gefunden, alle für {alert}',
  newsOfAllNone: '{alerts, plural, one {# Alert hat} other {# Alerts haben}} keine Erwähnungen gefunden',
  newsNoCounts:
    'Die Zahl der Erwähnungen ist für {alerts, plural, one {# Alert} other {# Alerts}} gerade nicht verfügbar',
  newsOnly: '{news}.',
  newsAndOpen: '{news}. {open}.',

  // What people did with negative posts: the end of the sentence above.
  allClosed:
    '{of, plural, one {# negative Erwähnung wurde hier gepostet und ist nicht mehr offen} other {# negative Erwähnungen wurden hier gepostet, und keine ist mehr offen}}',
  someOpen:
    '{of, plural, one {# negative Erwähnung wurde} other {# negative Erwähnungen wurden}} hier gepostet, {open, plural, one {# ist} other {# sind}} noch offen',
  claimedAndClosed:
    'Vom Posten bis zur Übernahme vergehen meist {claim}, bis zum Abschluss {close} (Mediane).',
  claimedWithin: 'Vom Posten bis zur Übernahme vergehen meist {claim} (Median).',
  closedWithin: 'Vom Posten bis zum Abschluss vergehen meist {close} (Median).',
  byPeople: '{people}.',
  personClosed: '{person} hat {closed, number} abgeschlossen',
  personHas: '{person} hat {holding, number} in Arbeit',
  personClosedAndHas: '{person} hat {closed, number} abgeschlossen und {holding, number} in Arbeit',
  othersDid: '{count, plural, one {# weitere Person hat} other {# weitere Personen haben}} den Rest gemacht',
  corrected:
    'Bei {count, number} von {of, plural, one {# Beitrag} other {# Beiträgen}} in diesem Channel wurde die Stimmung korrigiert; die Anteile negativer Erwähnungen sind die des Monitoring-Dienstes.',
  openFor: '{time} offen',
  heldBy: '{state, select, claimed {übernommen} snoozed {zurückgestellt}} von {person}',
  assignedTo: 'zugewiesen an {person}',
  doneBy: '✓ erledigt von {person}, Dauer: {time}',
  handledForgotten: 'Wie viele negative Beiträge bearbeitet wurden, ist nicht mehr gespeichert.',
  handledNow:
    '{done, number} von {of, plural, one {# negativen Beitrag} other {# negativen Beiträgen}} {done, plural, one {ist} other {sind}} jetzt abgeschlossen (erledigt oder nicht relevant).',

  // All numbers.
  allNumbersOf: 'Alle Zahlen, {range}',
  numbersCompared: 'Im Vergleich zu {previous}; gezählt nach Tag der Veröffentlichung (UTC), Stand jetzt.',
  noFigures: 'Keine Zahlen',
  total: 'Gesamt',
  bySource: 'Nach Quelle',
  byCountry: 'Nach Land',
  figureUnknown:
    '{figure, select, mentions {Erwähnungen} reach {Reichweite} negative {Negativ} positive {Positiv} neutral {Neutral}} unbekannt ({reason})',
  beforeUnknown: '{now, number} (vorher: unbekannt)',
  noEarlierData: '{now, number} (keine früheren Daten)',
  noChange: '{now, number} (unverändert)',
  was: '{now, number} (vorher {before, number})',
  wasChanged: '{now, number} {change} (vorher {before, number})',
  outsideNow: 'nicht unter den ersten {most, number} (vorher {before, number})',
  outsideBefore: '{now, number} (vorher nicht unter den ersten {most, number})',
  others: '{count, plural, one {# weitere} other {# weitere}}',
  unnamed: 'ohne Namen',

  // Mentions that were not posted.
  notPostedTitle: 'Was nicht gepostet wurde: {range}',
  everythingPosted: 'Was nicht gepostet wurde: {range}. Alles wurde gepostet.',
  notPostedNote:
    'So ist der Stand jetzt: Einige wurden vielleicht nach der Zusammenfassung gepostet. Eine Erwähnung zählt an dem Tag, an dem Overheard sie gefunden hat (UTC).',
  notPostedForgotten: 'Die Liste der nicht geposteten Erwähnungen ({range}) ist nicht mehr verfügbar.',
  keptFor: 'Overheard bewahrt sie {days, plural, one {# Tag} other {# Tage}} lang auf.',
  waiting: '{count, number} noch ausstehend',
  rejected: '{count, number} von Slack abgelehnt',
  muted: '{count, number} stummgeschaltet',
  mutedOf:
    '{kind, select, author {{count, number} von stummgeschalteten Autoren} source {{count, number} aus stummgeschalteten Quellen} domain {{count, number} von stummgeschalteten Websites} word {{count, number} mit stummgeschalteten Wörtern} other {{count, number} stummgeschaltet}}',
  duplicates: '{count, number} doppelt',
  filteredBy: '{count, number} ausgefiltert ({rule})',
  filteredByRules: '{count, number} ausgefiltert ({rules})',
  byRule: '{rule}: {count, number}',
  byOtherRules: 'andere Filter: {count, number}',
  slackRejected: 'Slack hat sie abgelehnt ({reason})',
  latest: 'Die neuesten davon:',
  countOf: '{value}: {count, number}',
  countMutedBy: '{value}: {count, number} (stummgeschaltet von {person})',
  countOfOthers: 'andere: {count, number}',
  thisPost: 'diese Nachricht',
  onePost: 'eine Nachricht',
  mention: 'Erwähnung {id}',
  foundNothing: 'Overheard hat an diesen Tagen für diesen Channel nichts Neues gefunden.',
  left: 'Nicht gepostet: {left, number} von {found, plural, one {# Erwähnung} other {# Erwähnungen}}. {reasons}.',
  posted:
    'Gepostet: {shown, number}{inBursts, plural, =0 {} other {, # davon in Nachrichten mit mehreren Erwähnungen}}{own, plural, =0 {} other {, # davon eure eigenen}}.',
  postedAll:
    'Gepostet: {found, plural, =1 {die einzige Erwähnung} one {alle # Erwähnungen} other {alle # Erwähnungen}}{inBursts, plural, =0 {} other {, # davon in Nachrichten mit mehreren Erwähnungen}}{own, plural, =0 {} other {, # davon eure eigenen}}.',
} as const
