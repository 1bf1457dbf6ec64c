export const de = {
  changedMeanwhile: 'Das hat inzwischen jemand geändert. Schließe das Formular und öffne es noch einmal.',
  siteAlone: 'Speichere zuerst die Feeds und Quellen und gib die Website erst danach an.',
  open: 'Einstellungen\u00a0…',
  title: 'Einstellungen',
  save: 'Speichern',
  inFile:
    '{key, select, owner {Wer bei Ausfällen informiert wird: in der Konfigurationsdatei festgelegt (`owner`).} quiet {Ruhezeiten: in der Konfigurationsdatei festgelegt (`quiet`).} digests {Zusammenfassungen: in der Konfigurationsdatei festgelegt (`digests`).} listen {Feeds und Quellen: in der Konfigurationsdatei festgelegt (`listen`).}} Ändern lässt sich das nur dort.',
  owner: 'Wer bei Ausfällen informiert wird',
  quietFrom: 'Ruhezeiten aller Abos, von',
  quietTo: 'bis',
  timezone: 'Zeitzone: {timezone}. Abos mit eigenen Ruhezeiten behalten diese.',
  digestChannel: 'Channel der Zusammenfassung',
  noDigest: 'Ohne Channel gibt es keine Zusammenfassung.',
  digestAlerts: 'Alerts in der Zusammenfassung',
  when: 'Wann',
  schedule:
    '{period, select, week {Jeden Montag um 9 Uhr} day {Jeden Tag um 9 Uhr} month {Am Ersten jedes Monats um 9 Uhr}}',
  site: 'Adresse eurer eigenen Website',
  aboutSite:
    'Nach dem Speichern liest Overheard die Startseite und schlägt Alerts, Feeds und Quellen vor, samt dem, was sie gefunden hätten.',
  tooManyFeeds:
    '{count, plural, one {# Feed} other {# Feeds}}: zu viele für ein Formular. overheard export-config macht daraus eine Datei.',
  feeds: 'Feeds, einer pro Zeile',
  aboutFeeds:
    'Adressen von Feeds oder von Seiten, die einen haben, oder Kurznamen wie mastodon.social/tags/acme.',
  sources: 'Weitere Quellen',

  unchanged: 'Die Einstellungen sind unverändert.',
  changed:
    'Gespeichert. Die Einstellungen werden gleich wirksam; in deinen Direktnachrichten kannst du sie rückgängig machen.',
  ownerIsNobody: 'Eine App oder ein deaktiviertes Konto liest keine Nachrichten. Wähle eine Person.',
  privateAlert: 'Ein privater Alert kann nur in einer Zusammenfassung aus der Konfigurationsdatei stehen.',
  cannotPost: 'Overheard kann dort nicht posten: Lade es zuerst ein, mit /invite @overheard im Channel.',
  didChange: 'Einstellungen von Overheard geändert: {keys}',
  undone: 'Wieder wie vorher: {keys}{count, plural, one {} other {}}.',
  sayBothHours: 'Gib an, wann die Ruhezeiten beginnen und wann sie enden.',
  chooseAlert: 'Wähle mindestens einen Alert.',
  giveAddress: 'Gib die Adresse einer Website an, zum Beispiel acme.example.',

  siteTitle: 'Eure eigene Website',
  add: 'Hinzufügen',
  take: 'Vorschläge hinzufügen',
  alertsToAdd: 'Alerts, einer pro Zeile',
  aboutAlerts:
    'Der Name, ein Doppelpunkt und die Suchanfrage. /mentions listen QUERY zeigt, was eine Suchanfrage finden würde.',
  feedsToAdd: 'Neue Feeds, einer pro Zeile',
  aboutFeedsToAdd: 'Adressen von Feeds oder von Seiten, die einen haben.',
  sourcesToAdd: 'Neue Quellen',
  byHand:
    '{fault} Schreibe selbst, was beobachtet werden soll, oder öffne „Einstellungen\u00a0…“ noch einmal für eine andere Adresse.',
  noPage: 'Unter {address} gibt es keine Seite, die sagt, wem sie gehört.',
  siteIs: '{host} ist {name}',
  siteIsAbout: '{host} ist {name}: {about}',
  wouldFindNothing: '{alert} hätte in letzter Zeit nichts gefunden.',
  wouldFind: '{alert} hätte in letzter Zeit {count, plural, one {# Beitrag} other {# Beiträge}} gefunden.',
  wouldFindSuch:
    '{alert} hätte in letzter Zeit {count, plural, one {# Beitrag} other {# Beiträge}} gefunden, zum Beispiel „{title}“ ({source}).',
  writeLine: '„{line}“: Schreibe in jede Zeile NAME: SUCHANFRAGE, zum Beispiel Acme: acme OR acmehq.',
  nameTaken: 'Einen Alert „{name}“ gibt es schon. Gib ihm einen anderen Namen.',
  otherName: 'Gib diesem Alert einen anderen Namen.',
  taken:
    'Hinzugefügt. Über „Alert hinzufügen\u00a0…“ wählst du für jeden Alert den Channel; in deinen Direktnachrichten kannst du das rückgängig machen.',
  nothingToAdd: 'Es gab nichts hinzuzufügen.',
  listenInFile:
    'Was beobachtet wird, legt die Konfigurationsdatei fest (`listen`). Ändern lässt sich das nur dort.',
} as const
