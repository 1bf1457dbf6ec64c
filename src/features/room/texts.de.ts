export const de = {
  openRoom: 'Raum öffnen',
  onCards:
    '• *{openRoom}* bei einem Anstieg: ein Channel mit den Personen, die benachrichtigt werden, laufenden Zahlen und einem Bericht am Ende.',
  damagedName: 'Räume',
  damaged: 'Die Zahlen in einem Raum ändern sich nicht mehr, und er bekommt keinen Bericht.',
  opening: 'Der Raum #{name} wird geöffnet. Die Nachricht zum Anstieg nennt ihn, sobald er bereit ist.',
  already: 'Dieser Anstieg hat schon einen Raum. Der Name steht in der Nachricht zum Anstieg.',
  isOver: 'Dieser Anstieg ist vorbei, daher wird kein Raum dafür geöffnet.',
  switchedOff: 'Räume für Anstiege sind in der Konfiguration ausgeschaltet (rooms: off).',
  unknown: 'Overheard kennt diesen Raum nicht mehr. Archiviere den Channel in Slack.',
  ends: 'Der Bericht kommt gleich.',
  hasReport: 'Der Bericht dieses Raums ist schon gepostet.',
  archives: 'Der Channel wird gleich archiviert.',
  archivesAfterReport: 'Zuerst kommt der Bericht. Dann wird der Channel archiviert.',
  missingScope:
    'Der Raum konnte nicht geöffnet werden: Der Slack-App fehlt die Berechtigung channels:manage, oder groups:write für einen privaten Raum. Der Befehl npm run doctor sagt, wie du sie hinzufügst. Klicke danach noch einmal auf den Button.',
  forbidden:
    'Der Raum konnte nicht geöffnet werden: Nach den Regeln dieses Workspace dürfen Apps keine Channels erstellen. Wende dich an eure Slack-Admins.',
  notOpened: 'Der Raum konnte nicht geöffnet werden: Slack lehnt es ab ({reason}).',
  noAnswer: 'Der Raum konnte nicht geöffnet werden: Slack antwortet nicht.',
  tooLate: 'Der Anstieg war vorbei, bevor der Raum geöffnet werden konnte, daher gibt es keinen.',
  notArchived:
    'Slack lässt Overheard diesen Channel nicht archivieren ({reason}). Ein Mitglied des Channels kann ihn in Slack archivieren.',
  purpose: 'Raum für den Anstieg von {alert}, geöffnet von Overheard. Der Anstieg: {link}',

  openTitle: 'Raum öffnen?',
  openQuestion:
    'Ein neuer Channel wird geöffnet. Eingeladen werden die Person in Bereitschaft und alle, die dieser Anstieg ruft.',
  open: 'Öffnen',
  openNot: 'Nicht jetzt',
  end: 'Bericht hier posten\u00a0…',
  endNow: 'Bericht posten',
  endTitle: 'Raum beenden?',
  endQuestion:
    'Der Bericht wird hier gepostet, und die Zahlen ändern sich nicht mehr. Der Channel bleibt offen.',
  endNot: 'Noch nicht',
  archive: 'Channel archivieren\u00a0…',
  archiveNow: 'Archivieren',
  archiveTitle: 'Raum archivieren?',
  archiveQuestion:
    'Danach kann hier niemand mehr schreiben. In Slack lässt sich der Channel wiederherstellen.',
  archiveQuestionWithoutReport:
    'Der Raum endet, der Bericht wird gepostet, und danach kann hier niemand mehr schreiben. In Slack lässt sich der Channel wiederherstellen.',
  archiveNot: 'Behalten',

  room: 'Raum',
  beingOpened: 'wird geöffnet',
  archived: '{room}, archiviert',

  headline: 'Krisenraum: {alert}',
  hasEnded: 'Dieser Raum ist beendet. Der Bericht steht unten.',
  spikeOver: 'Der Anstieg ist vorbei.',
  claims: 'Übernommen',
  urgentHeading: 'Am dringendsten, noch nicht erledigt',
  nothingOpen: 'Alle Erwähnungen dieses Anstiegs sind erledigt oder nicht relevant.',
  openCount: '{count, plural, one {# Erwähnung ist} other {# Erwähnungen sind}} noch nicht erledigt.',
  moreOpen:
    '{count, plural, one {# weitere Erwähnung ist} other {# weitere Erwähnungen sind}} noch nicht erledigt.',
  unclaimed: 'nicht übernommen',
  card: 'Ursprüngliche Nachricht zum Anstieg',
  rhythm: 'Overheard aktualisiert diese Zahlen höchstens einmal pro Minute, bis der Raum endet.',
  rhythmWithCanvas:
    'Overheard aktualisiert diese Zahlen höchstens einmal pro Minute, bis der Raum endet, hier und im Canvas dieses Channels.',

  nobodyInvited: 'Niemand konnte eingeladen werden.',
  invited: 'Eingeladen: {people}.',
  notInvitedCount:
    '{people, plural, =0 {Nicht eingeladen: die Mitglieder von {groups, plural, one {# Benutzergruppe} other {# Benutzergruppen}}.} one {Nicht eingeladen: # Person{groups, plural, =0 {} one { und # Benutzergruppe} other { und # Benutzergruppen}}.} other {Nicht eingeladen: # Personen{groups, plural, =0 {} one { und # Benutzergruppe} other { und # Benutzergruppen}}.}}',
  whoNot: 'Nicht eingeladene zeigen',
  notInvited: 'Nicht eingeladen: {people}.',
  peopleAndMore: '{people} und {more, number} weitere',
  personAs:
    '{role, select, opener {{person} (hat den Raum geöffnet)} lead {{person} (Leitung)} watch {{person} (Bereitschaft)} notify {{person}}}',
  personWithout:
    '{why, select, left {{person} (nicht mehr im Workspace)} private {{person} (darf diesen Alert nicht sehen)} guest {{person} (Gast, den Slack nicht hineinlässt)} external {{person} (aus einer anderen Organisation)} refused {{person} (von Slack abgelehnt)}}',
  tooMany:
    '{count, plural, one {# weitere Person wurde} other {# weitere Personen wurden}} nicht eingeladen: Overheard lädt höchstens {most, number} Personen ein.',
  groups:
    'Die Mitglieder von {count, plural, one {# Benutzergruppe} other {# Benutzergruppen}} wurden nicht eingeladen: Slack sagt Overheard nicht, wer dazugehört.',
  everybodyInvited: 'Alle wurden eingeladen.',
  inviteThem: 'Um jemanden hinzuzufügen, gib in diesem Channel /invite und den Namen ein.',

  report: 'Bericht: {alert}, {count, plural, one {# Erwähnung} other {# Erwähnungen}} in {time}',
  reportWithoutNumbers: 'Bericht: {alert}',
  numbersLost: 'Die Zahlen dieses Anstiegs sind mit den Daten von Overheard verloren gegangen.',
  goesOn: 'Der Anstieg dauert noch an: Das sind die Zahlen bis jetzt.',
  timeline: 'Verlauf',
  closed: 'Erledigt',
  closedOf:
    '{closed, number} von {total, number}, {claimed, number} weitere übernommen, {unclaimed, number} nicht übernommen',
  first: 'Erste Reaktion',
  firstAfter: '{time} nach Beginn des Anstiegs',
  firstAfterBy: '{time} nach Beginn des Anstiegs, von {person}',
  nobodyYet: 'noch niemand',
  lead: 'Leitung',
  nobody: 'niemand',
  muted: 'Stummgeschaltet',
  nothingMuted: 'keine Erwähnung',
  notPosted: '{count, plural, one {# Erwähnung} other {# Erwähnungen}} nicht gepostet: {mutes}',
  byMute:
    '{count, number}× {kind, select, author {Autor} source {Quelle} domain {Website} word {Wort}} {name}',
  byUnknownMute: '{count, number}× {name}',
  byOtherMutes: '{count, number}× andere Stummschaltungen',

  began: 'Erste Erwähnung des Anstiegs',
  posted: 'Overheard hat den Anstieg gepostet',
  over: 'Der Anstieg war vorbei',
  opened: '{person} hat diesen Raum geöffnet',
  openedAndLed: '{person} hat diesen Raum geöffnet und die Leitung übernommen',
  led: '{person} hatte ab hier die Leitung',
  ended: '{person} hat diesen Raum beendet',
  firstHandled: 'Die erste Erwähnung wurde übernommen oder erledigt',
  firstHandledBy: '{person} hat die erste Erwähnung übernommen oder erledigt',
  status: '{person} hat einen Stand gepostet: {status}',
  falseAlarm: '{person} hat den Anstieg als Fehlalarm markiert',
  mutedBy:
    '{person} hat {kind, select, author {den Autor} source {die Quelle} domain {die Website} word {das Wort}} {name} stummgeschaltet',
} as const
