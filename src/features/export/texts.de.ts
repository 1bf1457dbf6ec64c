export const de = {
  help: '• `export [name] [30d]`: das Gepostete als Tabelle in einer Direktnachricht (CSV; JSON, wenn die Zeile mit json endet)',
  tableHelp: '• `export {word} [30d]`: dasselbe für: {title}',
  notUnderstood:
    '„{words}“ ist kein Zeitraum für einen Export. Verwende höchstens {mostDays, plural, one {# Tag} other {# Tage}}, zum Beispiel 7d.',
  running: 'Dein letzter Export wird noch erstellt.',
  nothing:
    'Dazu wurde {days, plural, one {in den letzten 24 Stunden} other {in den letzten # Tagen}} in deinen Channels nichts gepostet.',
  noRows:
    'Keine Einträge ({unit}) {days, plural, one {aus den letzten 24 Stunden} other {aus den letzten # Tagen}} in deinen Channels, soweit du sie sehen darfst.',
  noDirectMessage:
    'Slack hat keine Direktnachricht an dich geöffnet, daher gibt es keine Datei. Versuche es in einer Minute noch einmal.',
  mentions: '{total, plural, one {# Erwähnung} other {# Erwähnungen}}',
  all: '{rows} {days, plural, one {aus den letzten 24 Stunden} other {aus den letzten # Tagen}}',
  newest:
    'Die neuesten {shown, number} von {rows} {days, plural, one {aus den letzten 24 Stunden} other {aus den letzten # Tagen}}: Mehr fasst eine Datei nicht; exportiere für den Rest einen kürzeren Zeitraum',
  sent: '{summary}. Die Datei ist in deinen Direktnachrichten mit Overheard.',
  mayNotSend:
    'Die Slack-App darf keine Dateien senden. Bitte eure Overheard-Admins um die Berechtigung files:write ({doctor} sagt, wie).',
  unclear:
    'Slack hat nicht geantwortet ({reason}). Ist die Datei nicht in deinen Direktnachrichten mit Overheard, exportiere noch einmal.',
  later:
    'Slack nimmt gerade keine Datei an. Versuche es in {seconds, plural, one {# Sekunde} other {# Sekunden}} noch einmal.',
  failed: 'Slack hat die Datei nicht angenommen ({reason}). Versuche es in einer Minute noch einmal.',
} as const
