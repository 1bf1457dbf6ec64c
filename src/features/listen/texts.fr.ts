export const fr = {
  help: '• `listen MOTS`, `alerts [nom]` : faire surveiller vos propres mots par Overheard (si son propre service de veille fonctionne), et les modifier',

  nothingLately:
    'Rien de récent pour {query} sur {looked, plural, one {# publication examinée} other {# publications examinées}}.',
  lately: '{found, plural, one {# mention récente} other {# mentions récentes}} pour {query} : {places}.',
  inSource: '{source} {count, number}',
  untitled: 'Sans titre',
  warning: 'Attention : {what} {whatToDo}',
  parts: 'Sur {looked, plural, one {# publication} other {# publications}} : {parts}.',
  inPart: '{part} dans {count, number}',
  moreParts: '{count, plural, one {# autre partie} other {# autres parties}}',
  drops: '{part} en écarte {count, number} : {titles}',
  quoted: '« {title} »',
  listenHere: 'Surveiller ici',
  newMayMatch:
    'De nouvelles publications peuvent encore correspondre. « Surveiller ici » les publie dans ce canal.',
  newOnly: '« Surveiller ici » publie les nouvelles dans ce canal, pas celles-ci.',

  noAlerts:
    'Overheard ne surveille encore rien. Commencez par /mentions listen, par exemple : /mentions listen "acme app" OR acmehq',
  moreAlerts:
    '{count, plural, one {# autre alerte} other {# autres alertes}} : pour en voir une, /mentions alerts NOM.',
  findsNothing: 'Ne trouve plus rien de nouveau',
  onlyLanguages: '{languages} seulement',
  mentions: '{count, plural, one {# mention} other {# mentions}}',
  postedHere: 'publiée ici',
  ofFile: 'du fichier de configuration',
  wouldBeRefused: 'Cette requête serait refusée aujourd’hui. Réécrivez-la : {problem}',
  edit: 'Modifier…',
  remove: 'Supprimer…',

  editTitle: 'Modifier l’alerte',
  save: 'Enregistrer',
  name: 'Nom',
  query: 'À surveiller',
  aboutQuery:
    'Mots, "expressions", OR, -mot, site:news.example, author:kim. Le reste est dans docs/use/queries.md.',
  languages: 'Langues',
  languagesInput: 'Langues, par exemple en, de (vide : toutes)',
  mentionsStay:
    'Les mentions déjà trouvées restent. Les abonnements de tous les canaux continuent avec les nouveaux mots.',

  removeTitle: 'Supprimer l’alerte',
  submitRemove: 'Supprimer',
  removes:
    'Overheard cesse de surveiller {alert}, et ses mentions sont supprimées du service de veille. {count, plural, =0 {Aucun canal ne la reçoit.} one {Son abonnement dans Slack prend fin aussi.} other {Ses # abonnements dans Slack prennent fin aussi.}}',
  postsStay: 'Ce qui a été publié reste dans les canaux. Cette action est irréversible.',

  noSuchAlert: 'Aucune alerte ne correspond à « {name} ». Voici toutes celles que vous pouvez voir :',
  notHere:
    'Ce service de veille ne surveille pas de requêtes. Ses alertes se créent sur son propre site ; /mentions subscribe en publie une ici.',
  whatToListenFor:
    'Indiquez ce qu’il faut surveiller, par exemple : /mentions listen "acme app" OR acmehq -jobs',
  tooLong:
    'Une requête compte ici au plus {most, number} caractères. Les plus longues ont leur place dans le fichier de configuration.',
  unreadable: 'Recherche impossible : {why}',
  alreadyHere: '{alert} est déjà publiée ici.',
  gone: 'Cette alerte n’existe plus.',
  fixed:
    'Cette alerte est dans le fichier de configuration. Une personne qui gère Overheard peut l’y modifier.',
  usedInFile:
    'Le fichier de configuration publie cette alerte ({subscriptions}). Il faut d’abord l’en retirer.',
  listens: 'Overheard surveille désormais {alert} et publie les nouveautés dans ce canal.',
  removed: 'Overheard ne surveille plus {alert}.',
  changed: 'Overheard surveille désormais {alert} selon vos indications.',
  found: 'Des abonnements trouvent cette alerte par son nom ({subscriptions}) : elle le garde donc.',
  keptName: 'Le fichier de configuration cite cette alerte dans `private` : elle garde donc son nom.',
  keptAlert: 'Le fichier de configuration cite cette alerte dans `private`. Il faut d’abord l’en retirer.',
  otherName: 'Ce nom ne peut pas être utilisé ici. Choisissez-en un autre.',
  wrongLanguage: 'Écrivez des codes de deux ou trois lettres, séparés par des virgules, par exemple en, de.',
  missing: 'Remplissez ce champ.',
} as const
