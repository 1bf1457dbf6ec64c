export const de = {
  undo: 'Rückgängig',
  did: '{person} hat {did}.',
  alertShared: '{person} gibt den privaten Alert {alert} für {channel} frei.',
  undone: '{now} {person} hat rückgängig gemacht: {what}.',
  youDid: 'Erledigt: Du hast {did}.',
  youDidIn: 'Erledigt in {channel}: Du hast {did}.',
  muteMeans: 'Was dazu passt, wird dort nicht gepostet.',
  thisChannel: 'diesen Channel',
  theChannel: 'den Channel',
  notToldPrivate:
    'Der Channel wurde nicht informiert, weil der Alert privat ist und der Channel nicht dazugehört.',
  notToldArchived: 'Der Channel wurde nicht informiert, weil er archiviert ist.',
  notToldOutside:
    'Der Channel wurde nicht informiert, weil Overheard nicht darin ist. Lade es ein: /invite @overheard',
  notToldRefused: 'Der Channel wurde nicht informiert, weil Slack die Nachricht abgelehnt hat ({reason}).',
  // Settings that a change names, in lists.
  schedule: 'Häufigkeit',
  sentiment: 'Stimmung',
  sources: 'Quellen',
  reach: 'Mindestreichweite',
  languages: 'Sprachen',
  countries: 'Länder',
  except: 'ausgeschlossene Wörter',
  quiet: 'Ruhezeiten',
  layout: 'Layout',
  duplicates: 'Duplikate',
  // How things are after an undo.
  noLongerPosted: '{name} wird hier nicht mehr gepostet.',
  earlierSettings: '{name} hat wieder die früheren Einstellungen.',
  activeAgain: '{name} ist wieder aktiv.',
  noLongerMuted: 'Nicht mehr stummgeschaltet: {muted}.',
  mutedAgain: 'Wieder stummgeschaltet: {muted}.',
} as const
