export const fr = {
  // The first message of a subscription.
  watching: 'Suivi : {alert}.',
  perDay: 'Prévoyez environ {count, plural, one {# mention} other {# mentions}} par jour.',
  lessPerDay: 'Prévoyez moins d’une mention par jour.',
  nothingMatches: 'Aucune des dernières mentions ne correspond aux filtres.',
  olderMentions:
    '{count, plural, =0 {Il n’y a pas de mentions antérieures.} =1 {Une mention antérieure n’a pas été publiée.} other {# mentions antérieures n’ont pas été publiées.}}',
  olderMentionsAtLeast: 'Au moins {count, number} mentions antérieures n’ont pas été publiées.',
  showExample: 'Voir un exemple',
  sinceThen: 'Depuis le {since} · {checks}',
  nextCheck: 'Prochaine vérification le {at}',
  everyMinutes: 'Vérification toutes les {count, plural, =1 {minutes} other {# minutes}}',
  everySeconds: 'Vérification toutes les {count, plural, =1 {secondes} other {# secondes}}',
  // A call to what another subscription has posted in the channel.
  alsoIn: 'Aussi dans {subscription} : {count, plural, one {# mention} other {# mentions}}',
  titleAlsoIn: 'Aussi dans {subscription} : « {title} »',
  // An alert is unusually quiet.
  tooQuiet: 'Trop calme : {alert}',
  tooQuietPart: 'Trop calme : {part}, {alert}',
  unknownLanguage: 'langue {code}',
  quietSince:
    'Aucune nouvelle mention depuis le {since}. D’habitude, il en arrive environ {expected, number} dans ce laps de temps ({perDay, number} par jour).',
  quietAdvice:
    'C’est peut-être une période creuse, ou une panne : vérifiez l’alerte dans le service de veille. Probabilité d’un tel silence par hasard : {chance}.',
  service:
    '{found, select, sound {Le service de veille répond.} faulty {Le service de veille ne répond pas.} unknown {On ignore si le service de veille répond.}}',
  token:
    '{found, select, sound {Il accepte notre jeton d’accès.} faulty {Il refuse notre jeton d’accès : vérifiez MENTIONS_API_TOKEN.} unknown {On ignore s’il accepte notre jeton d’accès.}}',
  'plan-limit':
    '{found, select, sound {La limite du forfait n’est pas atteinte.} faulty {Les mentions mensuelles du forfait sont épuisées : d’où ce calme.} unknown {On ignore si la limite du forfait est atteinte.}}',
  'ids-moving':
    '{found, select, sound {D’autres alertes reçoivent de nouvelles mentions : le service collecte donc.} faulty {Aucune alerte ne reçoit de nouvelles mentions : le service a peut-être cessé de collecter.} unknown {On ignore si d’autres alertes reçoivent de nouvelles mentions.}}',
  schedule:
    '{found, select, sound {Overheard vérifie à l’heure.} faulty {Overheard a du retard dans ses vérifications : voir /status.} unknown {On ignore si Overheard vérifie à l’heure.}}',
  // The plan at the mention service.
  usedUp: 'Les mentions mensuelles du forfait sont épuisées.',
  collectsAgainAt:
    'Le service de veille ne collecte rien de nouveau jusqu’au {renewal}, date de renouvellement du forfait. Les mentions publiées d’ici là peuvent manquer définitivement.',
  collectsAgain:
    'Le service de veille ne collecte rien de nouveau jusqu’au renouvellement du forfait. Les mentions publiées d’ici là peuvent manquer définitivement.',
  raisePlan:
    'Overheard reprend ensuite de lui-même. Pour recevoir des mentions plus tôt, demandez un forfait plus élevé à la personne qui le gère auprès du service de veille.',
  renewed: 'Les mentions mensuelles du forfait sont de nouveau disponibles.',
  goesOn: 'Les nouvelles mentions sont collectées et publiées comme avant.',
  used: 'Mentions mensuelles du forfait utilisées à {share} : {used, number} sur {all, number}.',
  lasts: 'Au rythme de {perDay, number} par jour, elles suffisent jusqu’au renouvellement du {renewal}.',
  runsOut:
    'Au rythme de {perDay, number} par jour, elles seront épuisées le {end}. De cette date jusqu’au renouvellement du forfait le {renewal}, des mentions peuvent manquer définitivement. Pour l’éviter, demandez un forfait plus élevé à la personne qui le gère auprès du service de veille.',
  estimate:
    'Estimation d’après les 7 derniers jours, en supposant un renouvellement du forfait le 1er du mois.',
} as const
