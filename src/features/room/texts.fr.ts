export const fr = {
  openRoom: 'Ouvrir une salle',
  onCards:
    '• *{openRoom}* sur un pic : un canal avec les personnes prévenues, des chiffres en direct et un compte rendu à la fin.',
  damagedName: 'salles',
  damaged: 'Les chiffres d’une salle ne changent plus, et elle n’aura pas de compte rendu.',
  opening: 'Ouverture de la salle #{name}. Le message du pic l’indique dès qu’elle est prête.',
  already: 'Ce pic a déjà une salle. Son nom figure sur le message du pic.',
  isOver: 'Ce pic est terminé : aucune salle n’est ouverte.',
  switchedOff: 'Les salles de crise sont désactivées dans la configuration (rooms: off).',
  unknown: 'Overheard ne connaît plus cette salle. Archivez le canal dans Slack.',
  ends: 'Le compte rendu arrive dans un instant.',
  hasReport: 'Le compte rendu de cette salle est déjà publié.',
  archives: 'Le canal sera archivé dans un instant.',
  archivesAfterReport: 'Le compte rendu arrive d’abord. Le canal est archivé ensuite.',
  missingScope:
    'La salle n’a pas pu être ouverte : l’application Slack n’a pas l’autorisation channels:manage, ou groups:write pour une salle privée. Le diagnostic (npm run doctor) explique comment l’ajouter. Cliquez ensuite de nouveau sur le bouton.',
  forbidden:
    'La salle n’a pas pu être ouverte : les règles de cet espace de travail interdisent aux applications de créer des canaux. Adressez-vous à un administrateur de Slack.',
  notOpened: 'La salle n’a pas pu être ouverte : Slack refuse ({reason}).',
  noAnswer: 'La salle n’a pas pu être ouverte : Slack refuse (pas de réponse).',
  tooLate: 'Le pic s’est terminé avant l’ouverture de sa salle : il n’y en a donc pas.',
  notArchived:
    'Slack ne laisse pas Overheard archiver ce canal ({reason}). Un membre du canal peut l’archiver dans Slack.',
  purpose: 'Salle de crise pour {alert}, ouverte par Overheard. Le pic : {link}',

  openTitle: 'Ouvrir une salle ?',
  openQuestion:
    'Un nouveau canal est créé. La personne d’astreinte et les personnes à prévenir pour ce pic y sont invitées.',
  open: 'Ouvrir',
  openNot: 'Pas maintenant',
  end: 'Publier le compte rendu ici…',
  endNow: 'Publier le compte rendu',
  endTitle: 'Clore cette salle ?',
  endQuestion: 'Son compte rendu est publié ici, et les chiffres ne changent plus. Le canal reste ouvert.',
  endNot: 'Pas encore',
  archive: 'Archiver ce canal…',
  archiveNow: 'Archiver',
  archiveTitle: 'Archiver cette salle ?',
  archiveQuestion: 'Plus personne ne pourra écrire ici. Le canal peut être désarchivé dans Slack.',
  archiveQuestionWithoutReport:
    'La salle se termine, son compte rendu est publié, puis plus personne ne pourra écrire ici. Le canal peut être désarchivé dans Slack.',
  archiveNot: 'Conserver',

  room: 'Salle',
  beingOpened: 'en cours d’ouverture',
  archived: '{room}, archivée',

  headline: 'Salle de crise : {alert}',
  hasEnded: 'Cette salle est close. Son compte rendu est ci-dessous.',
  spikeOver: 'Le pic est terminé.',
  claims: 'Prises en charge',
  urgentHeading: 'Les plus urgentes, pas encore traitées',
  nothingOpen: 'Toutes les mentions de ce pic sont traitées ou non pertinentes.',
  openCount:
    '{count, plural, one {# mention n’est pas encore traitée} other {# mentions ne sont pas encore traitées}}.',
  moreOpen:
    '{count, plural, one {# autre mention n’est pas encore traitée} other {# autres mentions ne sont pas encore traitées}}.',
  unclaimed: 'à prendre en charge',
  card: 'Message d’origine du pic',
  rhythm: 'Overheard met ces chiffres à jour au plus une fois par minute, jusqu’à la clôture de la salle.',
  rhythmWithCanvas:
    'Overheard met ces chiffres à jour au plus une fois par minute, jusqu’à la clôture de la salle, ici et dans le canevas de ce canal.',

  nobodyInvited: 'Personne n’a pu être invité.',
  invited: 'Ont été invités : {people}.',
  notInvitedCount:
    '{people, plural, =0 {Non invités : les membres de {groups, plural, one {# groupe d’utilisateurs} other {# groupes d’utilisateurs}}.} one {Non invités : # personne{groups, plural, =0 {} one { et # groupe d’utilisateurs} other { et # groupes d’utilisateurs}}.} other {Non invités : # personnes{groups, plural, =0 {} one { et # groupe d’utilisateurs} other { et # groupes d’utilisateurs}}.}}',
  whoNot: 'Voir les non-invités',
  notInvited: 'N’ont pas été invités : {people}.',
  peopleAndMore: '{people}, et {more, number} de plus',
  personAs:
    '{role, select, opener {{person} (ouverture de la salle)} lead {{person} (pilotage)} watch {{person} (astreinte)} notify {{person}}}',
  personWithout:
    '{why, select, left {{person} (a quitté l’espace de travail)} private {{person} (n’a pas accès à cette alerte)} guest {{person} (compte invité, que Slack ne laisse pas entrer)} external {{person} (autre organisation)} refused {{person} (refus de Slack)}}',
  tooMany:
    '{count, plural, one {# autre personne n’a pas été invitée} other {# autres personnes n’ont pas été invitées}} : Overheard invite au plus {most, number} personnes.',
  groups:
    'Les membres de {count, plural, one {# groupe d’utilisateurs} other {# groupes d’utilisateurs}} n’ont pas été invités : Slack n’indique pas à Overheard qui ils sont.',
  everybodyInvited: 'Tout le monde a été invité.',
  inviteThem: 'Pour ajouter quelqu’un, saisissez /invite et son nom dans ce canal.',

  report: 'Compte rendu : {alert}, {count, plural, one {# mention} other {# mentions}} en {time}',
  reportWithoutNumbers: 'Compte rendu : {alert}',
  numbersLost: 'Les chiffres de ce pic ont été perdus avec les données d’Overheard.',
  goesOn: 'Le pic se poursuit : voici ses chiffres jusqu’à présent.',
  timeline: 'Chronologie',
  closed: 'Traitées',
  closedOf:
    '{closed, number} sur {total, number} ; déjà prises en charge : {claimed, number} ; à prendre en charge : {unclaimed, number}',
  first: 'Première prise en charge ou traitée',
  firstAfter: '{time} après le début du pic',
  firstAfterBy: '{time} après le début du pic, par {person}',
  nobodyYet: 'personne pour l’instant',
  lead: 'Pilotage',
  nobody: 'personne',
  muted: 'Masquées',
  nothingMuted: 'aucune mention',
  notPosted: '{count, plural, one {# mention non publiée} other {# mentions non publiées}} : {mutes}',
  byMute: '{kind, select, author {auteur} source {source} domain {site} word {mot}} {name} ({count, number})',
  byUnknownMute: '{name} ({count, number})',
  byOtherMutes: 'autres masquages ({count, number})',

  began: 'Première mention du pic',
  posted: 'Overheard a signalé le pic',
  over: 'Fin du pic',
  opened: '{person} a ouvert cette salle',
  openedAndLed: '{person} a ouvert cette salle et pris le pilotage',
  led: '{person} a pris le pilotage',
  ended: '{person} a clos cette salle',
  firstHandled: 'La première mention a été prise en charge ou traitée',
  firstHandledBy: '{person} a pris en charge ou traité la première mention',
  status: '{person} a publié un point : {status}',
  falseAlarm: '{person} a marqué le pic comme fausse alerte',
  mutedBy:
    '{person} a masqué {kind, select, author {l’auteur} source {la source} domain {le site} word {le mot}} {name}',
} as const
