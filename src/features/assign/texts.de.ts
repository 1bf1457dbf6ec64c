export const de = {
  waitingDamagedName: 'Nachrichten, die auf eine Regel warten',
  waitingDamaged: 'Keine Regel weist die Erwähnungen dieser Nachricht zu.',
  turnsDamagedName: 'Reihenfolgen der Regeln',
  turnsDamaged: 'Die Reihenfolge dieser Regel beginnt wieder mit der ersten Person der Liste.',
  givenDamagedName: 'Zuweisungen durch Regeln',
  givenDamaged:
    'Bekommt ein anderer Channel diese Erwähnung, kann eine Regel sie dort einer anderen Person zuweisen.',
  assigned: 'Dir zugewiesen',
  several:
    '{count, plural, one {Dir wurde # Erwähnung zugewiesen} other {Dir wurden # Erwähnungen zugewiesen}}',
  why: 'Durch eine Regel ({about}){turn, select, no {} yes {: Du bist an der Reihe} away {: Du bist an der Reihe, weil {away} abwesend {count, plural, one {ist} other {sind}}}}.',
  claim: 'Übernehmen',
  done: 'Erledigt',
  snooze: 'Zurückstellen\u00a0…',
  howToAnswer: 'Übernimm sie in der Nachricht oder mit /mentions open mine.',
  moreAndHow: '{count, number} weitere. Übernimm sie in der Nachricht oder mit /mentions open mine.',
  openMessage: 'Im Channel anzeigen',
} as const
