export const de = {
  // The first message of a subscription.
  watching: '{alert} wird beobachtet.',
  perDay:
    'Etwa {count, plural, one {# Erwähnung} other {# Erwähnungen}} am Tag {count, plural, one {ist} other {sind}} zu erwarten.',
  lessPerDay: 'Weniger als eine Erwähnung am Tag ist zu erwarten.',
  nothingMatches: 'Keine der neuesten Erwähnungen kommt durch die Filter.',
  olderMentions:
    '{count, plural, =0 {Ältere Erwähnungen gibt es nicht.} =1 {Eine ältere Erwähnung wurde nicht gepostet.} other {# ältere Erwähnungen wurden nicht gepostet.}}',
  olderMentionsAtLeast: 'Mindestens {count, number} ältere Erwähnungen wurden nicht gepostet.',
  showExample: 'Beispiel zeigen',
  sinceThen: 'Seit {since} · {checks}',
  nextCheck: 'Nächste Prüfung: {at}',
  everyMinutes: '{count, plural, =1 {Prüft jede Minute} other {Prüft alle # Minuten}}',
  everySeconds: '{count, plural, =1 {Prüft jede Sekunde} other {Prüft alle # Sekunden}}',
  // A call to what another subscription has posted in the channel.
  alsoIn: 'Auch in {subscription}: {count, plural, one {# Erwähnung} other {# Erwähnungen}}',
  titleAlsoIn: 'Auch in {subscription}: „{title}“',
  // An alert is unusually quiet.
  tooQuiet: 'Auffällig ruhig: {alert}',
  tooQuietPart: 'Auffällig ruhig: {part}, {alert}',
  unknownLanguage: 'Sprache {code}',
  quietSince:
    'Keine neue Erwähnung seit {since}. Üblich sind in dieser Zeit etwa {expected, number} ({perDay, number} am Tag).',
  quietAdvice:
    'Das kann eine ruhige Zeit oder ein Fehler sein: Prüfe den Alert im Monitoring-Dienst. Wahrscheinlichkeit, dass es zufällig so still ist: {chance}.',
  service:
    '{found, select, sound {Der Monitoring-Dienst antwortet.} faulty {Der Monitoring-Dienst antwortet nicht.} unknown {Nicht bekannt, ob der Monitoring-Dienst antwortet.}}',
  token:
    '{found, select, sound {Er akzeptiert unser Zugriffstoken.} faulty {Er lehnt unser Zugriffstoken ab: Prüfe MENTIONS_API_TOKEN.} unknown {Nicht bekannt, ob er unser Zugriffstoken akzeptiert.}}',
  'plan-limit':
    '{found, select, sound {Das Monatskontingent des Tarifs ist nicht aufgebraucht.} faulty {Das Monatskontingent des Tarifs ist aufgebraucht: Deshalb ist es still.} unknown {Nicht bekannt, ob das Monatskontingent des Tarifs aufgebraucht ist.}}',
  'ids-moving':
    '{found, select, sound {Andere Alerts bekommen neue Erwähnungen, der Dienst sammelt also.} faulty {Kein Alert bekommt neue Erwähnungen: Vielleicht sammelt der Dienst nicht mehr.} unknown {Nicht bekannt, ob andere Alerts neue Erwähnungen bekommen.}}',
  schedule:
    '{found, select, sound {Overheard prüft pünktlich.} faulty {Overheard ist mit den Prüfungen im Rückstand: siehe /status.} unknown {Nicht bekannt, ob Overheard pünktlich prüft.}}',
  // The plan at the mention service.
  usedUp: 'Das Monatskontingent an Erwähnungen ist aufgebraucht.',
  collectsAgainAt:
    'Der Monitoring-Dienst sammelt nichts Neues, bis sich das Kontingent am {renewal} erneuert. Erwähnungen, die bis dahin erscheinen, können dauerhaft fehlen.',
  collectsAgain:
    'Der Monitoring-Dienst sammelt nichts Neues, bis sich das Kontingent erneuert. Erwähnungen, die bis dahin erscheinen, können dauerhaft fehlen.',
  raisePlan:
    'Danach macht Overheard von selbst weiter. Damit Erwähnungen früher kommen, bitte die Person, die euren Tarif beim Monitoring-Dienst verwaltet, auf einen größeren zu wechseln.',
  renewed: 'Das Monatskontingent an Erwähnungen ist wieder verfügbar.',
  goesOn: 'Neue Erwähnungen werden wie zuvor gesammelt und gepostet.',
  used: '{share} des Monatskontingents an Erwähnungen sind verbraucht: {used, number} von {all, number}.',
  lasts: 'Bei {perDay, number} am Tag reicht es bis zur Erneuerung am {renewal}.',
  runsOut:
    'Bei {perDay, number} am Tag ist es am {end} aufgebraucht. Von da an können bis zur Erneuerung am {renewal} Erwähnungen dauerhaft fehlen. Um das zu verhindern, bitte die Person, die euren Tarif beim Monitoring-Dienst verwaltet, auf einen größeren zu wechseln.',
  estimate:
    'Geschätzt aus den letzten 7 Tagen, unter der Annahme, dass sich das Kontingent am Monatsersten erneuert.',
} as const
