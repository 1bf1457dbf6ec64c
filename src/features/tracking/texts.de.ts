export const de = {
  shortcut: 'Als Erwähnung aufnehmen',
  help: '• ⋯ bei jeder Nachricht mit einem Link, *{shortcut}*: Overheard postet, was es nicht selbst gefunden hat',
  noLink:
    'Diese Nachricht hat keinen Link zu einem Beitrag. Overheard kann nur aufnehmen, was eine Adresse hat.',
  longLink: 'Dieser Link ist zu lang.',
  noPlace:
    'In keinen deiner Channels wird ein Alert gepostet, daher kann die Erwähnung nirgends erscheinen. Starte mit /mentions subscribe.',
  switchedOff: 'Das Aufnehmen ist in der Konfiguration ausgeschaltet (tracking: false).',
  placeGone: 'Dort kannst du nichts mehr aufnehmen. Wähle einen anderen Alert.',
  linksCut: 'Die anderen Links dieser Nachricht sind zu lang, um sie hier aufzulisten.',
  onItsWay: 'Overheard postet diese Erwähnung gleich in {channel}.',
  onItsWayElsewhere:
    'Overheard postet diese Erwähnung gleich in {channel}, mit dem Link und ohne den Text dieser Nachricht.',
  alreadyPosted: 'Dieser Link wurde schon in {channel} gepostet.',
  alreadyPostedThere: 'Dieser Link wurde schon in {channel} gepostet: {link}',
  openPost: 'Nachricht öffnen',
  cannotPost:
    'Overheard kann nicht in {channel} posten: Der Channel ist archiviert, oder er ist privat und Overheard nicht darin.',
  invite: 'Lade es zuerst dort ein: /invite @overheard',
  notTaken:
    'Slack hat die Erwähnung in {channel} nicht angenommen. Versuche es noch einmal: ⋯ bei der Nachricht, {shortcut}.',
  submit: 'Aufnehmen',
  link: 'Link',
  forPlace: 'Für {place}',
  for: 'Für',
  elsewhere:
    'Overheard postet den Link dort. Der Text der Nachricht bleibt in ihrem Channel, wo ihn ohnehin alle sehen.',
  placeElsewhere: '{name} in {channel}',
  found:
    'Vom Team gefunden: {found, plural, one {# Erwähnung} other {# Erwähnungen}} ({states}). In den Zahlen oben {found, plural, one {ist sie} other {sind sie}} nicht enthalten.',
  state:
    '{count} {state, select, closed {abgeschlossen} claimed {übernommen} snoozed {zurückgestellt} unclaimed {nicht übernommen}}',
} as const
