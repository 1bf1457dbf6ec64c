export const de = {
  shortHelp: '*Eine Weile nichts posten*: `/mentions pausieren 2h`',
  help: '• `pause [name] [2h | until tomorrow | from saturday 8:00 until monday 9:00]`, `resume [name]`: das Posten für eine Weile anhalten',
  question:
    'Von {name} wird dann nichts gepostet, bis jemand das Abo fortsetzt; der Channel erfährt davon. Pausieren? Mit einer Zeitangabe wie 2h endet die Pause von selbst.',
  pauseOpen: 'Ohne Ende pausieren',
  paused: '{name} bis {until} pausiert; was bis dahin gefunden wird, wird danach gepostet',
  pausedOpen: '{name} bis auf Weiteres pausiert; was bis dahin gefunden wird, wird danach gepostet',
  planned: 'eine Pause für {name} von {from} bis {until} geplant',
  planCancelled: 'die geplante Pause für {name} abgesagt',
  resumed: '{name} fortgesetzt',
  caughtUp: '{name} fortgesetzt: Die Erwähnungen aus der Pause folgen',
  skipped: '{name} fortgesetzt: Die Erwähnungen aus der Pause werden übersprungen',
  planUndone: 'Für {name} ist keine Pause mehr geplant.',
  planAsBefore: 'Die geplante Pause für {name} ist wieder wie vorher.',
  pauseUndone: '{name} ist nicht mehr pausiert.',
  pausedAgain: '{name} ist wieder pausiert.',
  uncounted:
    '{alert} war seit {since} pausiert und ist jetzt wieder aktiv. Die Erwähnungen aus der Pause konnten nicht gezählt werden.',
  atLeast:
    '{alert} war seit {since} pausiert und ist jetzt wieder aktiv. In der Pause {waiting, plural, one {kam mindestens # Erwähnung} other {kamen mindestens # Erwähnungen}}.',
  counted:
    '{alert} war seit {since} pausiert und ist jetzt wieder aktiv. In der Pause {waiting, plural, one {kam # Erwähnung} other {kamen # Erwähnungen}}.',
  postAll: 'Alle {waiting, number} posten',
  postThem: 'Posten',
  skipThem: 'Überspringen',
  menuPause: 'Pausieren\u00a0…',
  menuResume: 'Fortsetzen',
  menuCancel: 'Pause absagen',
  title: 'Abo pausieren',
  submit: 'Pausieren',
  until: 'Bis',
  term: '{term, select, hour {1 Stunde} hours {4 Stunden} tomorrow {Morgen um 9 Uhr} monday {Nächsten Montag um 9 Uhr} week {1 Woche} open {Bis jemand fortsetzt}}',
  about:
    'Bis dahin wird von {name} nichts gepostet. Neue Erwähnungen warten. Nach einer Pause von mehr als einem Tag fragt Overheard im Channel, ob alles aus der Zwischenzeit gepostet werden soll. Zeiten gelten in deiner Zeitzone.',
} as const
