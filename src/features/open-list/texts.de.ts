export const de = {
  help: '• `open`, `open mine`: was noch niemand abgeschlossen hat, das Dringendste zuerst',
  shortHelp: '*Sehen, was noch niemand beantwortet hat*: `/mentions offen`',
  notUnderstood: 'Nach /mentions open kann nur das Wort mine stehen, nicht „{words}“.',
  nothing:
    '{scope, select, channel {In diesem Channel ist nichts offen.} mine {Bei dir ist nichts offen.} home {In deinen Channels wartet nichts auf eine Antwort. Neue Erwähnungen erscheinen hier, bis sich jemand darum kümmert.}}',
  count:
    '{count, plural, one {# offene Erwähnung} other {# offene Erwähnungen}} {scope, select, channel {in diesem Channel} mine {bei dir} home {in deinen Channels}}',
  mostUrgentFirst: '{count}, das Dringendste zuerst',
  mostUrgentFirstOnPages: '{count}, das Dringendste zuerst · Seite {page, number} von {pages, number}',
  back: 'Zurück',
  more: 'Mehr',
  directMessages: 'Direktnachrichten',
  claim: 'Übernehmen',
  done: 'Erledigt',
  giveBack: 'Freigeben',
  snooze: 'Zurückstellen\u00a0…',
  openMessage: 'Im Channel anzeigen',
  nothingIsOpen: 'Nichts ist offen',
  nothingWaits:
    'Nichts wartet auf eine Antwort. Neue Erwähnungen erscheinen hier, bis sich jemand darum kümmert.{others, plural, =0 {} one { Andere im Team beantworten # Erwähnung: /mentions open in einem Channel listet sie auf.} other { Andere im Team beantworten # Erwähnungen: /mentions open in einem Channel listet sie auf.}}',
  needAnswers: 'Warten auf Antwort ({count, number})',
  negative:
    '{negative, plural, =0 {Keine ist negativ.} one {# negative steht zuerst.} other {# negative stehen zuerst.}}{others, plural, =0 {} one { Andere im Team beantworten # Erwähnung: /mentions open in einem Channel listet sie auf.} other { Andere im Team beantworten # Erwähnungen: /mentions open in einem Channel listet sie auf.}}',
  yours: 'Deine ({count, number})',
} as const
