export const de = {
  // The first message of a subscription.
  watching: '{alert} wird beobachtet.',
  perDay:
    'Etwa {count, plural, one {# Erwähnung} other {# Erwähnungen}} am Tag {count, plural, one {ist} other {sind}} zu erwarten.',
  lessPerDay: 'Weniger als eine Erwähnung am Tag ist zu erwarten.',
  nothingMatches: 'Keine der neuesten Erwähnungen kommt durch die Filter.',
  olderMentions:
    '{count, plural, =0 {Ältere Erwähnungen gibt es nicht.} =1 {Eine ältere Erwähnung wird übersprungen.} other {# ältere Erwähnungen werden übersprungen.}}',
  olderMentionsAtLeast: 'Mindestens {count, number} ältere Erwähnungen werden übersprungen.',
  showExample: 'Beispiel-Erwähnung zeigen',
  sinceThen: 'Seit {since}',
  changeIt: '{checks}. Zum Ändern oder Beenden: /mentions help',
  nextCheck: 'Nächste Prüfung: {at}',
  everyMinutes: '{count, plural, =1 {Prüft jede Minute} other {Prüft alle # Minuten}}',
  everySeconds: '{count, plural, =1 {Prüft jede Sekunde} other {Prüft alle # Sekunden}}',
  // A call to what another subscription has posted in the channel.
  alsoIn: 'Auch in {subscription}: {count, plural, one {# Erwähnung} other {# Erwähnungen}}',
  titleAlsoIn: 'Auch in {subscription}: „{title}“',
  // An alert is unusually quiet.
  tooQuiet: '{alert}: {time} ohne Erwähnung',
  tooQuietPart: '{alert} ({part}): {time} ohne Erwähnung',
  unknownLanguage: 'Sprache {code}',
  quietSince:
    'Üblich wären seit {since} etwa {expected, number}. Dass das Zufall ist, ist sehr unwahrscheinlich ({chance}).',
  quietAdvice:
    'Der Monitoring-Dienst antwortet. Melde dich dort an und prüfe, ob dieser Alert noch läuft und nach den richtigen Wörtern sucht.',
  service: 'Der Monitoring-Dienst antwortet nicht.',
  'plan-limit': 'Das Monatskontingent des Tarifs ist aufgebraucht: Deshalb kommen keine Erwähnungen.',
  'ids-moving':
    'Auch kein anderer Alert bekommt Erwähnungen: Vielleicht sammelt der Monitoring-Dienst nicht mehr.',
  schedule: 'Overheard ist mit den Prüfungen im Rückstand: siehe /status.',
  // The plan at the mention service.
  usedUp: 'Das Monatskontingent an Erwähnungen ist aufgebraucht.',
  collectsAgainAt:
    'Der Monitoring-Dienst sammelt nichts Neues, bis sich das Kontingent am {renewal} erneuert. Erwähnungen, die bis dahin erscheinen, können dauerhaft fehlen.',
  collectsAgain:
    'Der Monitoring-Dienst sammelt nichts Neues, bis sich das Kontingent erneuert. Erwähnungen, die bis dahin erscheinen, können dauerhaft fehlen.',
  raisePlan:
    'Danach macht Overheard von selbst weiter. Damit Erwähnungen früher kommen, bitte die Person, die euren Tarif beim Monitoring-Dienst verwaltet, das Kontingent zu erhöhen.',
  renewed: 'Das Monatskontingent an Erwähnungen ist wieder verfügbar.',
  goesOn: 'Neue Erwähnungen werden wie zuvor gesammelt und gepostet.',
  used: '{share} des Monatskontingents an Erwähnungen sind verbraucht: {used, number} von {all, number}.',
  lasts: 'Bei {perDay, number} am Tag reicht es bis zur Erneuerung am {renewal}.',
  runsOut: 'Das Monatskontingent an Erwähnungen ist am {end} aufgebraucht.',
  untilRenewal:
    '{used, number} von {all, number} sind verbraucht ({share}), {perDay, number} am Tag. Danach können bis zur Erneuerung am {renewal} Erwähnungen dauerhaft fehlen. Um das zu verhindern, bitte die Person, die euren Tarif beim Monitoring-Dienst verwaltet, das Kontingent zu erhöhen.',
  estimate:
    'Geschätzt aus den letzten 7 Tagen, unter der Annahme, dass sich das Kontingent am Monatsersten erneuert.',
} as const
