export const de = {
  helpList: '• `list`, `status`: die Alerts dieses Channels und ob sie auf dem neuesten Stand sind',
  helpWhy: '• `why LINK` oder `why WORDS`: warum eine Erwähnung hier gepostet wurde oder nicht',
  shortHelpWhy: '*Sehen, warum eine Erwähnung gepostet wurde oder nicht*: `/mentions warum LINK`',
  helpPreview:
    '• `preview [name]`, `test [name]`: ein Beispiel und wie viele zu erwarten sind, oder nur das Beispiel (nur du siehst es)',
  addLink: 'Füge den Link einer Erwähnung hinzu, zum Beispiel: /mentions why https://news.example/1',
  headline:
    '{count, plural, one {# Abo} other {# Abos}} {whose, select, personal {für dich} channel {in diesem Channel}}',
  fromFile: 'In der Konfigurationsdatei verwaltet. Wende dich für Änderungen an eure Overheard-Admins.',
  someFromFile:
    '{names}: in der Konfigurationsdatei verwaltet. Wende dich für Änderungen an eure Overheard-Admins.',
  manyFromFile:
    '{names} und weitere: in der Konfigurationsdatei verwaltet. Wende dich für Änderungen an eure Overheard-Admins.',
  more: '{count, number} weitere im Home-Tab.',
  limitReached:
    'Das Monatskontingent des Tarifs ist aufgebraucht: keine neuen Erwähnungen bis zur Erneuerung.',
  onTime: 'Im Zeitplan',
  waiting:
    '{count, plural, one {# Erwähnung wartet} other {# Erwähnungen warten}} darauf, gepostet zu werden.',
  waitingOrMore:
    'Etwa {count, plural, one {# Erwähnung} other {# Erwähnungen}} oder mehr warten darauf, gepostet zu werden.',
  maybeWaiting: 'Vielleicht warten einige Erwähnungen.',
  waitingUnknown: 'Wartende Erwähnungen lassen sich gerade nicht zählen.',
  late: 'Die Prüfungen sind {minutes, number} Min. im Rückstand.',
} as const
