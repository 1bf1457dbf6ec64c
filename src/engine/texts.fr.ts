export const fr = {
  // The first message of a subscription.
  watching: 'Suivi : {alert}.',
  perDay: 'Prévoyez environ {count, plural, one {# mention} other {# mentions}} par jour.',
  lessPerDay: 'Prévoyez moins d’une mention par jour.',
  nothingMatches: 'Aucune des dernières mentions ne correspond aux filtres.',
  olderMentions:
    '{count, plural, =0 {Il n’y a pas de mentions antérieures.} =1 {Une mention antérieure est ignorée.} other {# mentions antérieures sont ignorées.}}',
  olderMentionsAtLeast: 'Au moins {count, number} mentions antérieures sont ignorées.',
  showExample: 'Voir un exemple de mention',
  sinceThen: 'Depuis le {since}',
  changeIt: '{checks}. Pour modifier ou arrêter : /mentions help',
  nextCheck: 'Prochaine vérification le {at}',
  everyMinutes: 'Vérification toutes les {count, plural, =1 {minutes} other {# minutes}}',
  everySeconds: 'Vérification toutes les {count, plural, =1 {secondes} other {# secondes}}',
  // A call to what another subscription has posted in the channel.
  alsoIn: 'Aussi dans {subscription} : {count, plural, one {# mention} other {# mentions}}',
  titleAlsoIn: 'Aussi dans {subscription} : « {title} »',
  // An alert is unusually quiet.
  tooQuiet: 'Aucune mention de {alert} depuis {time}',
  tooQuietPart: 'Aucune mention de {alert} ({part}) depuis {time}',
  unknownLanguage: 'langue {code}',
  quietSince:
    'D’habitude, il y en aurait environ {expected, number} depuis le {since}. Il est très peu probable qu’un tel silence soit dû au hasard ({chance}).',
  quietAdvice:
    'Le service de veille répond. Connectez-vous-y et vérifiez que cette alerte est toujours active et cherche les bons mots.',
  service: 'Le service de veille ne répond pas.',
  'plan-limit': 'Les mentions mensuelles du forfait sont épuisées : c’est pourquoi aucune n’arrive.',
  'ids-moving':
    'Aucune autre alerte ne reçoit de mentions : le service de veille a peut-être cessé de collecter.',
  schedule: 'Overheard a du retard dans ses vérifications : voir /status.',
  // The plan at the mention service.
  usedUp: 'Les mentions mensuelles du forfait sont épuisées.',
  collectsAgainAt:
    'Le service de veille ne collecte rien de nouveau jusqu’au {renewal}, date de renouvellement du forfait. Les mentions publiées d’ici là peuvent manquer définitivement.',
  collectsAgain:
    'Le service de veille ne collecte rien de nouveau jusqu’au renouvellement du forfait. Les mentions publiées d’ici là peuvent manquer définitivement.',
  raisePlan:
    'Overheard reprend ensuite de lui-même. Pour recevoir des mentions plus tôt, demandez à la personne qui gère votre forfait auprès du service de veille de relever la limite.',
  renewed: 'Les mentions mensuelles du forfait sont de nouveau disponibles.',
  goesOn: 'Les nouvelles mentions sont collectées et publiées comme avant.',
  used: 'Mentions mensuelles du forfait utilisées à {share} : {used, number} sur {all, number}.',
  lasts: 'Au rythme de {perDay, number} par jour, elles suffisent jusqu’au renouvellement du {renewal}.',
  runsOut: 'Les mentions mensuelles du forfait seront épuisées le {end}.',
  untilRenewal:
    '{used, number} sur {all, number} sont utilisées ({share}), au rythme de {perDay, number} par jour. Ensuite, des mentions peuvent manquer définitivement jusqu’au renouvellement du forfait le {renewal}. Pour l’éviter, demandez à la personne qui gère votre forfait auprès du service de veille de relever la limite.',
  estimate:
    'Estimation d’après les 7 derniers jours, en supposant un renouvellement du forfait le 1er du mois.',
} as const
