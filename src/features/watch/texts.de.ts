export const de = {
  help: '• `duty`, `duty swap [@person]`: wer für dringende Erwähnungen Bereitschaft hat; auch, um sie für einen Tag abzugeben',
  shortHelp: '*Sehen, wer bei dringenden Erwähnungen gerufen wird*: `/mentions bereitschaft`',
  damagedName: 'Wechsel der Bereitschaft',
  damaged: 'Bereitschaft hat, wer nach der Konfiguration an der Reihe ist.',
  claim: 'Übernehmen',
  snooze: 'Zurückstellen\u00a0…',
  openMessage: 'Im Channel anzeigen',
  nobodyCalled:
    'Niemand in Bereitschaft war erreichbar. Bitte {count, plural, one {die Erwähnung} other {die Erwähnungen}} übernehmen oder jemanden finden, der das kann.',
  called:
    '{person} wurde zuerst benachrichtigt, hat aber nicht reagiert. Bitte {count, plural, one {die Erwähnung} other {die Erwähnungen}} übernehmen oder jemanden finden, der das kann.',
  calledButDisturbed:
    '{person} hat Bereitschaft, hat aber in Slack die Benachrichtigungen pausiert. Bitte {count, plural, one {die Erwähnung} other {die Erwähnungen}} übernehmen oder jemanden finden, der das kann.',
  youAreDisturbed:
    'Du hast in Slack die Benachrichtigungen pausiert, aber sonst ist gerade niemand in Bereitschaft erreichbar. Übernimm {count, plural, one {die Erwähnung} other {die Erwähnungen}} oder finde jemanden, der das kann.',
  onDuty:
    'Du hast Bereitschaft. Übernimm {count, plural, one {die Erwähnung} other {die Erwähnungen}} oder finde jemanden, der das kann.',
  passedOver:
    '{people} {others, plural, one {hat} other {haben}} in Slack die Benachrichtigungen pausiert, daher geht diese Nachricht an dich. Übernimm {count, plural, one {die Erwähnung} other {die Erwähnungen}} oder finde jemanden, der das kann.',
  more: '{count, number} weitere',
  unclaimed: 'Seit {time} hat das niemand übernommen',
  unclaimedMentions:
    '{count, plural, one {# dringende Erwähnung ist} other {# dringende Erwähnungen sind}} seit {time} nicht übernommen',
  onWatch: '{person} hat Bereitschaft bis {until}',
  onWatchNow: '{person} hat Bereitschaft bis {until}.',
  onWatchThen: '{person} hat Bereitschaft bis {until}. Danach {next}.',
  about:
    'Wird eine dringende Erwähnung nicht rechtzeitig übernommen, bekommt diese Person eine Direktnachricht. Vergeht noch einmal so viel Zeit, werden im Channel die Personen des Abos gerufen.',
  handOnForADay: 'Für einen Tag abgeben',
  handedToYou: '{person} hat dir die Bereitschaft bis {until} übergeben.',
  aboutYou:
    'Wird eine dringende Erwähnung nicht rechtzeitig übernommen, bekommst du eine Direktnachricht. /mentions duty zeigt die Bereitschaft.',
  swapQuestion:
    '{person} hat dann einen Tag lang Bereitschaft, erfährt das in einer Direktnachricht und wird gerufen, wenn niemand eine dringende Erwähnung übernimmt. Bereitschaft abgeben?',
  handOn: 'Bereitschaft abgeben',
  handedOn: 'die Bereitschaft bis {until} an {person} übergeben',
  swapUndone: 'Die Bereitschaft ist wieder wie vorher.',
  nobodyReachable:
    'Niemand in Bereitschaft ist erreichbar: In Slack gibt es kein aktives Konto dieser Personen.',
  unreachable:
    '{person} hat Bereitschaft, aber kein aktives Slack-Konto. Stattdessen wird {instead} gerufen.',
  correctList:
    'Korrigiere die Liste `onDuty.users` in der Konfigurationsdatei und lade Overheard neu, oder gib die Bereitschaft ab: /mentions duty swap.',
  stopped: 'die Bereitschaft',
  notUnderstood: 'Nach /mentions duty können nur swap und eine Person stehen, nicht „{words}“.',
  none: 'Niemand hat Bereitschaft, weil „onDuty“ in der Konfigurationsdatei fehlt.',
  alone: 'Sonst steht niemand auf der Liste. Nenne eine Person: /mentions duty swap @NAME',
  already: 'Diese Person hat schon Bereitschaft.',
  away: 'Diese Person ist abwesend. Wähle eine andere.',
  unknown: 'Slack sagt gerade nicht, wer diese Person ist. Versuche es in einer Minute noch einmal.',
  'not-callable': 'Nur Vollmitglieder dieses Workspace können Bereitschaft haben. Wähle eine andere Person.',
} as const
