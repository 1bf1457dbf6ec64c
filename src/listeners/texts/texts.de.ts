export const de = {
  // Help, and the lines of commands.
  helpFirst:
    '*`/mentions`* verwaltet Overheard in diesem Channel. Änderungen werden hier bekannt gegeben und lassen sich rückgängig machen.',
  helpMute:
    '• `mute author|source|domain|word NAME [7d | until friday | forever]`, `unmute NAME`, `mutes`: Autor, Website, Quelle oder Wort in diesem Channel ausblenden',
  shortHelpMute: '*Autor, Website oder Wort hier ausblenden*: `/mentions stummschalten author NAME`',
  helpDigest: '• `digest [name]`: Vorschau der Zusammenfassung',
  helpStats: '• *`/mentions-stats`*: Zahlen und Diagramme zu einem Alert. Mehr dazu: `/mentions-stats help`',
  shortHelpStats: '*Zahlen und Diagramme sehen*: `/mentions-stats`',
  helpNames: 'Ein Teil des Namens genügt. Gibt es im Channel nur einen Alert, kannst du den Namen weglassen.',
  helpOnCard: '*Auf einer Karte*',
  helpClaim:
    '• *Übernehmen*: Du antwortest. *Erledigt*: Es ist beantwortet. Beides lässt sich rückgängig machen.',
  helpAssign: '• ⋯ *Zuweisen\u00a0…*: Jemand anderes antwortet und bekommt eine Direktnachricht',
  helpSnooze: '• ⋯ *Zurückstellen\u00a0…*: kommt später mit einer Erinnerung zurück auf die Liste',
  helpMuteOnCard:
    '• ⋯ *Stummschalten\u00a0…*: Dieser Channel bekommt nichts mehr von Autor, Website oder Quelle',
  helpWhy: '• ⋯ *Warum gepostet?*: die Regel, die die Erwähnung durchgelassen hat',
  help: 'Hilfe',
  more: 'Mehr\u00a0…',
  nothingMore: '/mentions {word} braucht keine weiteren Angaben; „{rest}“ versteht Overheard nicht.',
  'line-no-command': 'Den Befehl /mentions {words} gibt es nicht.',
  'line-too-long': '„{words}“ ist zu lang: Ein Befehl hat höchstens 3.000 Zeichen.',
  'line-statistics': 'Für Zahlen und Diagramme gibt es einen eigenen Befehl: /mentions-stats',
  'line-mute-nobody':
    'Gib an, wen du stummschalten möchtest, zum Beispiel: /mentions mute author "Kim Lee" 7d',
  'line-mute-what': 'Gib an, ob „{words}“ ein Autor, eine Quelle oder eine Website ist.',
  'line-mute-doubt':
    'Gehört „{words}“ zum Namen? Wenn ja, setze den Namen in Anführungszeichen; wenn nicht, schreibe until davor.',
  'line-no-site': '„{words}“ ist keine Website. Schreibe sie wie news.example.',
  'line-unmute-nobody':
    'Gib an, wessen Stummschaltung du aufheben möchtest, zum Beispiel: /mentions unmute "Kim Lee"',
  otherChannel: 'Die Zusammenfassung {name} geht an einen anderen Channel, nicht hierher.',
  whichOne:
    '{what, select, subscription {Welches Abo} digest {Welche Zusammenfassung}}? Zur Auswahl: {names}.',
  severalFit:
    'Mehrere {what, select, subscription {Abos} digest {Zusammenfassungen}} passen zu „{asked}“: {names}.',
  noneFits:
    '{what, select, subscription {Kein Abo} digest {Keine Zusammenfassung}} passt zu „{asked}“. Zur Auswahl: {names}.',
  inOtherChannels: 'In anderen Channels: {names}.',
  noAlert: 'Kein Alert passt zu „{asked}“. /mentions subscribe listet alle auf.',
  noChannel:
    'Slack kennt keinen Channel {channel}, den du sehen kannst, und kein Alert passt zu „{asked}“. Wähle den Channel aus der Liste, die Slack beim Tippen zeigt.',
  failed:
    'Das hat nicht ganz geklappt ({reason}). Prüfe den aktuellen Stand mit /mentions list und /mentions mutes.',
  formRefused: 'Slack hat das Formular nicht geöffnet ({reason}). Klicke noch einmal.',

  // Mutes.
  nothingMuted: 'In diesem Channel ist nichts stummgeschaltet.',
  nothingMutedMenu:
    'Nichts ist stummgeschaltet. Im Menü ⋯ einer Karte kannst du Autor, Website oder Quelle stummschalten.',
  notMuted: '„{name}“ ist in diesem Channel nicht stummgeschaltet. Siehe /mentions mutes.',
  moreMutes: '{count, number} weitere: /mentions unmute NAME hebt eine davon auf.',
  moreMutesInChannel: '{count, number} weitere: /mentions mutes im Channel',
  muted: '{name} ({kind, select, author {Autor} source {Quelle} domain {Website} word {Wort}})',
  mutedUntil: 'Stummgeschaltet bis {until}',
  mutedForever: 'Stummgeschaltet bis auf Weiteres',
  mutedBy: 'von {person}',
  mutedUntilBy: '{mute} · Stummgeschaltet bis {until}, von {person}',
  mutedForeverBy: '{mute} · Stummgeschaltet bis auf Weiteres, von {person}',
  unmute: 'Aufheben',
  mutes: 'Stummschaltungen',
  mutesOfChannel: 'Stummschaltungen\u00a0…',
  mutedIn: 'Stummgeschaltet in <#{channel}>',

  // Assigning and snoozing, and the forms of several mentions.
  assignTo: 'Zuweisen\u00a0…',
  assignMention: 'Erwähnung zuweisen',
  assign: 'Zuweisen',
  person: 'Person',
  note: 'Notiz',
  assignHint: 'Die Person bekommt eine Direktnachricht mit der Erwähnung. Die Karte zeigt, wer sie hat.',
  'assignee-bot': 'Einer App kann keine Erwähnung zugewiesen werden. Wähle eine Person.',
  'assignee-unknown':
    'Slack sagt gerade nicht, wer diese Person ist. Versuche es in einer Minute noch einmal.',
  'assignee-may-not-read': 'Diese Person darf diesen Alert nicht sehen. Wähle ein Mitglied seines Channels.',
  snoozeMenu: 'Zurückstellen\u00a0…',
  snoozeMention: 'Erwähnung zurückstellen',
  snooze: 'Zurückstellen',
  snoozeUntil: 'Bis',
  'snooze-1h': '1 Stunde',
  'snooze-4h': '4 Stunden',
  'snooze-tomorrow': 'Morgen um 9 Uhr',
  'snooze-working-day': 'Nächster Arbeitstag',
  'snooze-monday': 'Nächsten Montag um 9 Uhr',
  snoozeHint:
    'Dann bekommst du eine Erinnerung, und die Erwähnung ist wieder offen. Zeiten gelten in deiner Zeitzone.',
  updateMentions: 'Erwähnungen bearbeiten',
  untitled: 'Erwähnung {id}',
  mentions: 'Erwähnungen',
  action: 'Aktion',
  save: 'Speichern',
  noNegativesLeft: 'Alle negativen Erwähnungen dieses Schubs sind schon übernommen.',
  claimedNegatives:
    'Du hast {claimed, plural, one {# negative Erwähnung} other {# negative Erwähnungen}} übernommen.',
  negativesStillPosted:
    'Noch nicht übernommen: {left, number}, weil das Posten noch läuft. Klicke in einer Minute noch einmal.',
  threadUnreadable:
    'Slack lässt Overheard diesen Thread gerade nicht lesen ({reason}). Versuche es später noch einmal.',
  moreForm: 'Mehr',
  close: 'Schließen',
  cancel: 'Abbrechen',
  nothingFilledIn: 'Fülle etwas aus oder klicke auf „Abbrechen“.',
  whyPosted: 'Warum gepostet?',
  nothingToChoose: 'Hier gibt es noch nichts auszuwählen.',

  // The home tab.
  channelsUnknown:
    'Slack sagt gerade nicht, in welchen Channels du bist. Daher fehlen hier die Erwähnungen und Alerts deiner Channels. Öffne diesen Tab in einer Minute noch einmal.',
  welcome: 'Willkommen bei Overheard',
  welcomeWhat:
    'Overheard postet in eure Channels, was im Web und in den sozialen Medien über euch geschrieben wird.',
  welcomeAlert: '1. Füge einen Alert hinzu: Wähle, was beobachtet werden soll, und den Channel.',
  welcomeMention:
    '2. Jede neue Erwähnung wird dort einmal gepostet. Die Buttons sagen, wer antwortet: „Übernehmen“, „Erledigt“, „Zuweisen\u00a0…“, „Zurückstellen\u00a0…“.',
  welcomeList: '3. Was noch niemand beantwortet hat, steht hier, das Dringendste zuerst.',
  runningSpikes: '{count, plural, one {Aktueller Anstieg} other {Aktuelle Anstiege}}',
  noLead: 'Noch leitet niemand die Reaktion',
  lead: '{person} leitet die Reaktion',
  openMessage: 'Im Channel anzeigen',
  allAlerts: 'Alle Alerts',
  alertsHere: 'Alerts in deinen Channels',
  noAlertsHere:
    'Kein Alert postet in einen deiner Channels. {elsewhere, plural, one {# Alert postet} other {# Alerts posten}} in andere Channels.',
  page: 'Seite {page, number} von {pages, number}',
  fromFile: 'Alerts ohne „Bearbeiten\u00a0…“ im Menü werden in der Konfigurationsdatei verwaltet.',
  back: 'Zurück',
  moreAlerts: 'Weitere Alerts',
  onlyMyChannels: 'Nur meine Channels',
  showAllAlerts: 'Alle {total, number} Alerts anzeigen',
  documentation: 'Dokumentation',

  // Spikes.
  spikeNumbersLost:
    '{alert}: Overheard hat die Zahlen zu dieser Meldung verloren, als der Datenträger gelöscht wurde.',
  spikeBecause: 'Bei {alert} gibt es einen Anstieg: {reason}.',
  spikeAlso: 'Außerdem: {reason}.',
  spikeNegative:
    '{share} negativ in den letzten 24 Stunden ({negative, number} von {rated, number} bewerteten), sonst {usual}',
  spikeBursts:
    '{bursts, plural, one {# Schub} other {# Schübe}} innerhalb von 30 Minuten und {mentions, plural, one {# Erwähnung} other {# Erwähnungen}} in der letzten Stunde, sonst {usual}',
  spikeMentions:
    '{mentions, plural, one {# Erwähnung} other {# Erwähnungen}} in {minutes, number} Minuten, sonst {usual}',
  spikeRuleNegative:
    'Overheard meldet einen Anstieg, wenn der negative Anteil bei mindestens {least, number} bewerteten Erwähnungen um mindestens {points, number} Prozentpunkte steigt und das nicht durch Zufall zu erklären ist.',
  spikeRuleBursts:
    'Overheard meldet einen Anstieg ab {least, plural, one {# Schub} other {# Schüben}} innerhalb von 30 Minuten, wenn es in der letzten Stunde mindestens {times}-mal so viele Erwähnungen gibt wie sonst.',
  spikeRuleMentions:
    'Overheard meldet einen Anstieg ab {least, plural, one {# Erwähnung} other {# Erwähnungen}} in {minutes, number} Minuten, wenn das mindestens {times}-mal so viele sind wie sonst. Wie oft dieser Alert so viele hat, ist noch nicht bekannt.',
  spikeRuleOdds:
    'Overheard meldet einen Anstieg ab {least, plural, one {# Erwähnung} other {# Erwähnungen}} in {minutes, number} Minuten, wenn das mindestens {times}-mal so viele sind wie sonst und bei diesem Alert selten vorkommt.',
  spikeRarity:
    '{days, plural, =1 {Durch Zufall passiert das etwa jeden Tag.} other {Durch Zufall passiert das etwa einmal in # Tagen.}}',
  spikeNeverByChance: 'Durch Zufall passiert das praktisch nie.',
  spikesCalled:
    '{days, plural, =1 {Heute} one {In den letzten 24 Stunden} other {In den letzten # Tagen}} hat diese Regel (Empfindlichkeit: {sensitivity}) {count, plural, one {# Anstieg} other {# Anstiege}} dieses Alerts gefunden.',
  spikesBefore:
    'In den letzten {days, number} Tagen hat Overheard hier {count, plural, one {# Anstieg} other {# Anstiege}} dieses Alerts gemeldet.',
  falseAlarms: '{count, plural, one {# war ein Fehlalarm} other {# waren Fehlalarme}}.',
  strictNow:
    'Wegen der Fehlalarme meldet Overheard einen Anstieg bis {until} erst bei {times}-mal so vielen Erwähnungen.',
  stricter:
    'Als Fehlalarm markiert. Bis {until} braucht ein Anstieg bei {alert} in diesem Channel {times}-mal so viele Erwähnungen wie sonst.',
  undoFalseAlarm: 'Rückgängig',
  asBefore: 'Rückgängig gemacht. Overheard meldet Anstiege bei {alert} in diesem Channel wieder wie vorher.',
  lessStrict:
    'Rückgängig gemacht. Bis {until} braucht ein Anstieg bei {alert} in diesem Channel {times}-mal so viele Erwähnungen wie sonst.',
  otherFalseAlarms: 'Der Grund: {count, plural, one {# weiterer Fehlalarm} other {# weitere Fehlalarme}}.',
  spikeTooOld:
    'Es wurde nichts geändert. Nur Anstiege der letzten {days, number} Tage lassen sich als Fehlalarm markieren.',
  status: 'Stand',
  statusHint:
    'Eine Zeile, die alle auf der Nachricht zum Anstieg sehen, zum Beispiel: Wir nehmen 5.3 zurück. Lass sie leer, um sie zu entfernen.',
  updateStatus: 'Stand posten',
  noneUnclaimed: 'Alle Erwähnungen dieses Anstiegs sind übernommen, erledigt oder nicht relevant.',
  unclaimed:
    '{count, plural, one {# Erwähnung dieses Anstiegs ist nicht übernommen} other {# Erwähnungen dieses Anstiegs sind nicht übernommen}}',
  unclaimedThere: 'Nachricht mit {count, number} nicht übernommenen',
  othersInThread: 'Die anderen folgen im selben Thread.',

  // Answers to /mentions-stats.
  statsHelp:
    '*`/mentions-stats [alert] [period] [options]`* zeigt, wie sich ein Alert entwickelt. Nur du siehst die Antwort.',
  statsHelpAlert:
    '• *alert*: der Name, ein Teil davon oder die ID, in Anführungszeichen, falls eine Zeitangabe wie "today" darin vorkommt (Standard: der Alert dieses Channels)',
  statsHelpPeriod:
    '• *period*: `7d`, `30d` (Standard), `90d`, `today`, `yesterday`, `this week`, `last week`, `this month`, `last month`, `2026-10`, `2026-10-01..2026-10-31`',
  statsHelpCompare:
    '• *Vergleichen*: `Acme vs Rival`, bis zu drei Alerts, mit Zeitraum und Quellen. `versus`, ein Komma und `and` bedeuten dasselbe',
  statsHelpOptions: '• *options*: `by:day`, `by:week` oder `by:month`; `source:reddit,web`; `show:more`',
  statsHelpSources: 'Quellen: {sources}. Tage sind UTC-Tage, wie der Monitoring-Dienst sie zählt.',
  statsHelpExample: 'Beispiel: `{command}`',
  example: 'Beispiel: {command}',
  gettingNumbers: 'Zahlen werden abgerufen\u00a0…',
  statsHeading: '{alert}, {period}',
  statsHeadingSources: '{alert}, {period}, nur {sources}',
  noCounts: 'Zahl der Erwähnungen gerade nicht verfügbar',
  netSentiment: 'Stimmungssaldo: {words}',
  widestReach: 'Größte Reichweite',
  widestReachList: 'Größte Reichweite:\n{mentions}',
  noTotals:
    'Für diesen Alert gibt es keine Summen und kein Diagramm: Er sammelt Leads, und der Monitoring-Dienst zählt nur Erwähnungen.',
  rangeInUtc: '{range} (Tage in UTC).',
  listMissing: 'Es fehlen: die Erwähnungen mit der größten Reichweite ({reason})',
  noMentions: 'Keine Erwähnungen in diesem Zeitraum',
  kind: '{kind, select, sources {Quellen} countries {Länder} languages {Sprachen} gender {Geschlecht} age {Alter}}',
  kindInSentence:
    '{kind, select, sources {Quellen} countries {Länder} languages {Sprachen} gender {Geschlecht} age {Alter}}',
  sharesOfSources:
    'Anteile (Quellen): bezogen auf {count, plural, one {# Erwähnung} other {# Erwähnungen}} mit bekannter Quelle.',
  sharesOfPlaces:
    'Anteile ({kinds}): bezogen auf insgesamt {count, plural, one {# Erwähnung} other {# Erwähnungen}}. Der Monitoring-Dienst nennt nur die {most, number} häufigsten.',
  sharesOfAuthors: 'Anteile ({kinds}): bezogen auf Autoren, in deren Profil es steht.',
  top: '{kind, select, sources {Häufigste Quelle} countries {Häufigstes Land} languages {Häufigste Sprache} gender {Geschlecht} age {Alter}} {name} ({count, number})',
  breakdown: 'Aufschlüsselung',
  count: 'Anzahl',
  share: 'Anteil',
  topics: 'Themen: {topics}',
  unnamed: 'ohne Namen',
  customRange: 'Eigener Zeitraum',
  show: 'Anzeigen',
  from: 'Von',
  to: 'Bis',
  rangeHint: 'Tage in UTC. Beide Tage zählen mit.',
  comparison: '{alerts}, {period}',
  comparisonCounted: '{alerts}, {period}: {counts} Erwähnungen',
  countsCompared: '{first} zu {next}',
  severalAlerts: '„{written}“ passt zu mehreren Alerts.',
  whichOfThese:
    '{purpose, select, numbers {Zu welchem davon möchtest du Zahlen} comparison {Welchen davon möchtest du vergleichen}}?',
  whichAlert:
    '{purpose, select, numbers {Zu welchem Alert möchtest du Zahlen} comparison {Welchen Alert möchtest du vergleichen}}?',
  alertsLeft: '{left, number} weitere passen hier nicht hin: Nenne den Alert im Befehl.',
  chooseAlert: 'Alert auswählen',
  rangeUnusable: 'Das ist nicht möglich: {problem}.',
  notClear: '„{words}“ ist nicht klar: {problem}.',
  'question-too-long': 'Das ist viel zu lang',
  'question-second-alert': 'Der Alert ist schon genannt: „{found}“',
  'question-no-alert-after-vs': 'Schreibe einen Alert dahinter',
  'question-same-alert': 'Das ist derselbe Alert wie „{found}“',
  'question-too-many-alerts': 'Vergleichen lassen sich höchstens {most, number} Alerts',
  'question-granularity': 'Verwende by:day, by:week oder by:month',
  'question-show': 'Verwende show:more',
  'question-sources': 'Die Quellen sind {sources}',
  'question-one-period':
    'Schreibe einen Zeitraum hinter den Alert, zum Beispiel 7d, yesterday, last month oder 2026-10',
  'question-second-period': 'Der Zeitraum ist schon genannt: {found}',
  'question-no-period': 'Das ist kein Zeitraum',
  'question-no-date': 'Das Datum {found} gibt es nicht',
  'question-no-month': 'Den Monat {found} gibt es nicht',
  'question-no-days': 'Der Zeitraum enthält keine Tage',
  'question-backwards': 'Der Zeitraum endet, bevor er beginnt',
  'question-ten-years': 'Der Zeitraum ist länger als zehn Jahre',
  thisAlert: 'Dieser Alert',
  leadsNotCompared:
    '{alert} lässt sich nicht vergleichen: Der Alert sammelt Leads, und der Monitoring-Dienst zählt nur Erwähnungen.',
  noSuchAlert: 'Kein Alert passt zu {names}.',
  eitherName: '{first} oder {next}',
  periodsKnown:
    'Schreibe für einen Zeitraum 7d, yesterday, this week, last month, 2026-10 oder 2026-10-01..2026-10-31.',
  byPeriod: 'nach {granularity, select, day {Tag} week {Woche} month {Monat}}',
  alerts: 'Alerts: {names}.',
  alertsAndMore: 'Alerts: {names} und {more, number} weitere.',
  noAlerts: 'Der Monitoring-Dienst nennt keine Alerts.',
  statsFailed: 'Gerade gibt es keine Statistik ({reason}).',
  'retry-now': 'Versuche es noch einmal: Vielleicht klappt es jetzt.',
  'retry-later': 'Versuche es in etwa einer Minute noch einmal.',
  'retry-useless': 'Das muss zuerst behoben werden. Wende dich an eure Overheard-Admins.',
  statsTooOften:
    'Du hast innerhalb einer Minute viele Statistiken abgerufen, und jede kostet ein Dutzend der Anfragen, die Overheard insgesamt senden darf. Versuche es in {seconds, plural, one {# Sekunde} other {# Sekunden}} noch einmal.',
  statsPosted: 'Die Zahlen wurden in diesem Channel gepostet.',
  statsNotInChannel:
    'Die Zahlen wurden nicht gepostet: Overheard ist nicht in diesem Channel. Lade es ein (/invite @overheard) und klicke noch einmal.',
  statsChannelUnseen:
    'Die Zahlen wurden nicht gepostet: Overheard sieht diesen Channel nicht. Lade es ein (/invite @overheard) und klicke noch einmal.',
  statsChannelArchived: 'Die Zahlen wurden nicht gepostet: Dieser Channel ist archiviert.',
  statsRejected: 'Slack hat die Nachricht abgelehnt ({reason}). Versuche es in einer Minute noch einmal.',
  statsMaybePosted:
    'Slack hat nicht geantwortet. Prüfe, ob die Zahlen gepostet wurden, bevor du noch einmal klickst.',
  female: 'weiblich',
  male: 'männlich',
} as const
