export const de = {
  help: '• `listen WORDS`, `alerts [name]`: Overheard auf eigene Wörter achten lassen (wenn der eigene Monitoring-Dienst läuft) und das ändern',

  nothingLately:
    'In letzter Zeit nichts zu {query} ({looked, plural, one {# Beitrag} other {# Beiträge}} durchsucht).',
  lately: 'In letzter Zeit {found, plural, one {# Erwähnung} other {# Erwähnungen}} zu {query}: {places}.',
  inSource: '{source} {count, number}',
  untitled: 'Ohne Titel',
  warning: 'Achtung: {what} {whatToDo}',
  parts: 'Von {looked, plural, one {# Beitrag} other {# Beiträgen}}: {parts}.',
  inPart: '{part} in {count, number}',
  moreParts: '{count, plural, one {# weiterer Teil} other {# weitere Teile}}',
  drops: '{part} schließt {count, number} aus: {titles}',
  quoted: '„{title}“',
  listenHere: 'Hier beobachten',
  newMayMatch: 'Neue Beiträge können trotzdem passen. „Hier beobachten“ postet sie in diesen Channel.',
  newOnly: '„Hier beobachten“ postet neue in diesen Channel, nicht diese.',

  noAlerts:
    'Overheard beobachtet noch nichts. Starte mit /mentions listen, zum Beispiel: /mentions listen "acme app" OR acmehq',
  moreAlerts:
    '{count, plural, one {# weiterer Alert} other {# weitere Alerts}}: Nenne einen, /mentions alerts NAME.',
  findsNothing: 'Findet nichts Neues mehr',
  onlyLanguages: 'nur {languages}',
  mentions: '{count, plural, one {# Erwähnung} other {# Erwähnungen}}',
  postedHere: 'hier gepostet',
  ofFile: 'aus der Konfigurationsdatei',
  wouldBeRefused: 'Diese Suchanfrage würde heute abgelehnt. Schreibe sie neu: {problem}',
  edit: 'Bearbeiten\u00a0…',
  remove: 'Entfernen\u00a0…',

  editTitle: 'Alert bearbeiten',
  save: 'Speichern',
  name: 'Name',
  query: 'Was beobachtet wird',
  aboutQuery:
    'Wörter, "Wortgruppen", OR, -wort, site:news.example, author:kim. Den Rest erklärt docs/use/queries.md.',
  languages: 'Sprachen',
  languagesInput: 'Sprachen, zum Beispiel en, de (leer: alle)',
  mentionsStay:
    'Bisher gefundene Erwähnungen bleiben. Die Abos in allen Channels laufen mit den neuen Wörtern weiter.',

  removeTitle: 'Alert entfernen',
  submitRemove: 'Entfernen',
  removes:
    'Overheard beobachtet {alert} nicht mehr, und die Erwähnungen werden im Monitoring-Dienst gelöscht. {count, plural, =0 {Kein Channel bekommt den Alert.} one {Auch # Abo in Slack endet.} other {Auch # Abos in Slack enden.}}',
  postsStay: 'Was schon gepostet wurde, bleibt in den Channels. Das lässt sich nicht rückgängig machen.',

  noSuchAlert: 'Kein Alert passt zu „{name}“. Das sind alle, die du sehen darfst:',
  notHere:
    'Dieser Monitoring-Dienst nimmt keine Suchanfragen an. Alerts legst du auf seiner Website an; /mentions subscribe postet einen hier.',
  whatToListenFor:
    'Gib an, was beobachtet werden soll, zum Beispiel: /mentions listen "acme app" OR acmehq -jobs',
  tooLong:
    'Eine Suchanfrage darf hier höchstens {most, number} Zeichen haben. Längere gehören in die Konfigurationsdatei.',
  unreadable: 'Danach lässt sich nicht suchen: {why}',
  alreadyHere: '{alert} wird hier schon gepostet.',
  gone: 'Diesen Alert gibt es nicht mehr.',
  fixed: 'Dieser Alert steht in der Konfigurationsdatei. Wer Overheard betreibt, kann ihn dort ändern.',
  usedInFile:
    'In der Konfigurationsdatei ist dieser Alert abonniert ({subscriptions}). Er muss zuerst dort entfernt werden.',
  listens: 'Overheard beobachtet jetzt {alert} und postet Neues in diesen Channel.',
  removed: 'Overheard beobachtet {alert} nicht mehr.',
  changed: 'Overheard beobachtet {alert} jetzt nach deinen Angaben.',
  found: 'Abos finden diesen Alert über seinen Namen ({subscriptions}), daher bleibt der Name.',
  keptName: 'Die Konfigurationsdatei nennt diesen Alert unter `private`, daher bleibt der Name.',
  keptAlert:
    'Die Konfigurationsdatei nennt diesen Alert unter `private`. Er muss zuerst dort entfernt werden.',
  otherName: 'Dieser Name ist hier nicht verwendbar. Wähle einen anderen.',
  wrongLanguage: 'Schreibe Codes aus zwei oder drei Buchstaben, durch Kommas getrennt, zum Beispiel en, de.',
  missing: 'Fülle dieses Feld aus.',
} as const
