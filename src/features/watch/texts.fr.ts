export const fr = {
  help: '• `duty`, `duty swap [@personne]` : qui est d’astreinte pour les mentions urgentes, et passer l’astreinte pour un jour',
  shortHelp: '*Voir qui est prévenu des mentions urgentes* : `/mentions astreinte`',
  damagedName: 'échanges d’astreinte',
  damaged: 'L’astreinte revient à la personne dont c’est le tour d’après la configuration.',
  claim: 'Prendre en charge',
  snooze: 'Reporter…',
  openMessage: 'Voir dans le canal',
  nobodyCalled:
    'Aucune personne d’astreinte n’a pu être prévenue. Prenez {count, plural, one {la mention} other {les mentions}} en charge, ou trouvez quelqu’un qui peut le faire.',
  called:
    'Un premier message à {person} est resté sans réponse. Prenez {count, plural, one {la mention} other {les mentions}} en charge, ou trouvez quelqu’un qui peut le faire.',
  calledButDisturbed:
    '{person} est d’astreinte, mais a suspendu ses notifications Slack. Prenez {count, plural, one {la mention} other {les mentions}} en charge, ou trouvez quelqu’un qui peut le faire.',
  youAreDisturbed:
    'Vous avez suspendu vos notifications Slack, mais personne d’autre dans la liste ne peut être prévenu pour l’instant. Prenez {count, plural, one {la mention} other {les mentions}} en charge, ou trouvez quelqu’un qui peut le faire.',
  onDuty:
    'Vous êtes d’astreinte. Prenez {count, plural, one {la mention} other {les mentions}} en charge, ou trouvez quelqu’un qui peut le faire.',
  passedOver:
    '{people} {others, plural, one {a suspendu ses notifications Slack} other {ont suspendu leurs notifications Slack}} : ce message vous est donc adressé. Prenez {count, plural, one {la mention} other {les mentions}} en charge, ou trouvez quelqu’un qui peut le faire.',
  more: '{count, number} de plus',
  unclaimed: 'Personne ne s’en charge depuis {time}',
  unclaimedMentions:
    'Personne ne se charge de {count, plural, one {# mention urgente} other {# mentions urgentes}} depuis {time}',
  onWatch: '{person} est d’astreinte jusqu’au {until}',
  onWatchNow: '{person} est d’astreinte jusqu’au {until}.',
  onWatchThen: '{person} est d’astreinte jusqu’au {until}. Ensuite : {next}.',
  about:
    'Si personne ne prend en charge une mention urgente à temps, cette personne reçoit un message direct. Si le même délai s’écoule de nouveau, les personnes de l’abonnement sont prévenues dans le canal.',
  handOnForADay: 'Passer l’astreinte (1 j)',
  handedToYou: '{person} vous a passé l’astreinte jusqu’au {until}.',
  aboutYou:
    'Si personne ne prend en charge une mention urgente à temps, vous recevez un message direct. /mentions duty indique qui est d’astreinte.',
  swapQuestion:
    '{person} sera d’astreinte pendant un jour. Cette personne l’apprendra par message direct, puis recevra un message si personne ne prend en charge une mention urgente. Passer l’astreinte ?',
  handOn: 'Passer l’astreinte',
  handedOn: 'passé l’astreinte à {person} jusqu’au {until}',
  swapUndone: 'L’astreinte est comme avant.',
  nobodyReachable:
    'Personne dans la liste ne peut être prévenu : Slack n’a aucun compte actif pour ces personnes.',
  unreachable: '{person} est d’astreinte mais n’a pas de compte Slack actif. Le message va à {instead}.',
  correctList:
    'Corrigez la liste `onDuty.users` dans le fichier de configuration et rechargez Overheard, ou passez l’astreinte : /mentions duty swap.',
  stopped: 'l’astreinte',
  notUnderstood: '/mentions duty s’emploie seule, ou avec swap et une personne, pas avec « {words} ».',
  none: 'Personne n’est d’astreinte, car le fichier de configuration ne définit pas « onDuty ».',
  alone: 'Il n’y a personne d’autre dans la liste. Indiquez une personne : /mentions duty swap @NOM',
  already: 'Cette personne est déjà d’astreinte.',
  away: 'Cette personne est indisponible. Choisissez-en une autre.',
  unknown: 'Slack ne dit pas qui est cette personne pour l’instant. Réessayez dans une minute.',
  'not-callable':
    'Seuls les membres à part entière de cet espace de travail peuvent être d’astreinte. Choisissez une autre personne.',
} as const
