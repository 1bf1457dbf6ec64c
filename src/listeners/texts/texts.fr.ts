export const fr = {
  // Help, and the lines of commands.
  helpFirst:
    '*`/mentions`* gère Overheard dans ce canal. Les changements sont annoncés ici et peuvent être annulés.',
  helpMute:
    '• `mute author|source|domain|word NOM [7d | until friday | forever]`, `unmute NOM`, `mutes` : masquer un auteur, un site, une source ou un mot dans ce canal',
  shortHelpMute: '*Masquer un auteur, un site ou un mot ici* : `/mentions masquer author NOM`',
  helpDigest: '• `digest [nom]` : avoir un aperçu du récapitulatif',
  helpStats:
    '• *`/mentions-stats`* : chiffres et graphiques d’une alerte. En savoir plus : `/mentions-stats help`',
  shortHelpStats: '*Voir des chiffres et des graphiques* : `/mentions-stats`',
  helpNames: 'Une partie du nom suffit. S’il n’y a qu’une alerte dans le canal, vous pouvez omettre le nom.',
  helpOnCard: '*Sur une fiche*',
  helpClaim:
    '• *Prendre en charge* : vous répondez. *Traitée* : la réponse est donnée. Tout peut être annulé.',
  helpAssign: '• ⋯ *Attribuer à…* : quelqu’un d’autre répond, et reçoit un message direct',
  helpSnooze: '• ⋯ *Reporter…* : la mention revient plus tard dans la liste, avec un rappel',
  helpMuteOnCard: '• ⋯ *Masquer…* : ce canal ne reçoit plus rien de l’auteur, du site ou de la source',
  helpWhy: '• ⋯ *Pourquoi ce message ?* : la règle qui a laissé passer la mention',
  help: 'Aide',
  more: 'Plus…',
  nothingMore: '/mentions {word} ne prend rien de plus : « {rest} » n’est pas compris.',
  'line-no-command': 'La commande /mentions {words} n’existe pas.',
  'line-too-long': '« {words} » est trop long : une commande compte au plus 3 000 caractères.',
  'line-statistics': 'Les chiffres et les graphiques ont leur propre commande : /mentions-stats',
  'line-mute-nobody': 'Indiquez qui masquer, par exemple : /mentions mute author "Kim Lee" 7d',
  'line-mute-what': 'Précisez si « {words} » est un auteur, une source ou un site.',
  'line-mute-doubt':
    '« {words} » fait-il partie du nom ? Si oui, mettez le nom entre guillemets ; sinon, écrivez until devant.',
  'line-no-site': '« {words} » n’est pas un site. Écrivez-le comme news.example.',
  'line-unmute-nobody': 'Indiquez qui réafficher, par exemple : /mentions unmute "Kim Lee"',
  otherChannel: 'Le récapitulatif {name} est publié dans un autre canal, pas ici.',
  whichOne:
    'Quel {what, select, subscription {abonnement} digest {récapitulatif}} ? Choix possibles : {names}.',
  severalFit:
    'Plusieurs {what, select, subscription {abonnements} digest {récapitulatifs}} correspondent à « {asked} » : {names}.',
  noneFits:
    'Aucun {what, select, subscription {abonnement} digest {récapitulatif}} ne correspond à « {asked} ». Choix possibles : {names}.',
  inOtherChannels: 'Dans d’autres canaux : {names}.',
  noAlert: 'Aucune alerte ne correspond à « {asked} ». /mentions subscribe les affiche toutes.',
  noChannel:
    'Slack ne connaît aucun canal {channel} que vous puissiez voir, et aucune alerte ne correspond à « {asked} ». Choisissez le canal dans la liste que Slack affiche pendant la saisie.',
  failed:
    'Cela n’a pas entièrement fonctionné : {reason}. Vérifiez l’état actuel avec /mentions list et /mentions mutes.',
  formRefused: 'Slack n’a pas ouvert le formulaire ({reason}). Cliquez de nouveau.',

  // Mutes.
  nothingMuted: 'Rien n’est masqué dans ce canal.',
  nothingMutedMenu:
    'Rien n’est masqué. Le menu ⋯ d’une fiche permet de masquer son auteur, son site ou sa source.',
  notMuted: '« {name} » n’est pas masqué dans ce canal. Voir /mentions mutes.',
  moreMutes: '{count, number} de plus : /mentions unmute NOM met fin à n’importe lequel.',
  moreMutesInChannel: '{count, number} de plus : /mentions mutes dans le canal',
  muted: '{name} ({kind, select, author {auteur} source {source} domain {site} word {mot}})',
  mutedUntil: 'Masquage jusqu’au {until}',
  mutedForever: 'Masquage jusqu’à nouvel ordre',
  mutedBy: 'par {person}',
  mutedUntilBy: '{mute} · Masquage jusqu’au {until}, par {person}',
  mutedForeverBy: '{mute} · Masquage jusqu’à nouvel ordre, par {person}',
  unmute: 'Réafficher',
  mutes: 'Masquages',
  mutesOfChannel: 'Masquages du canal…',
  mutedIn: 'Masquages dans <#{channel}>',

  // Assigning and snoozing, and the forms of several mentions.
  assignTo: 'Attribuer à…',
  assignMention: 'Attribuer la mention',
  assign: 'Attribuer',
  person: 'Personne',
  note: 'Note',
  assignHint: 'La personne reçoit un message direct avec la mention. La fiche indique qui s’en charge.',
  'assignee-bot': 'Une mention ne peut pas être attribuée à une application. Choisissez une personne.',
  'assignee-unknown': 'Slack ne dit pas qui est cette personne pour l’instant. Réessayez dans une minute.',
  'assignee-may-not-read': 'Cette personne n’a pas accès à cette alerte. Choisissez un membre de son canal.',
  snoozeMenu: 'Reporter…',
  snoozeMention: 'Reporter la mention',
  snooze: 'Reporter',
  snoozeUntil: 'Jusqu’à',
  'snooze-1h': '1 heure',
  'snooze-4h': '4 heures',
  'snooze-tomorrow': 'Demain à 9 h',
  'snooze-working-day': 'Prochain jour ouvré',
  'snooze-monday': 'Lundi prochain à 9 h',
  snoozeHint:
    'Vous recevez alors un rappel, et la mention est de nouveau à traiter. Les heures sont dans votre fuseau horaire.',
  updateMentions: 'Modifier les mentions',
  untitled: 'Mention {id}',
  mentions: 'Mentions',
  action: 'Action',
  save: 'Enregistrer',
  noNegativesLeft: 'Toutes les mentions négatives de cette rafale sont déjà prises en charge.',
  claimedNegatives:
    'Vous avez pris en charge {claimed, plural, one {# mention négative} other {# mentions négatives}}.',
  negativesStillPosted:
    'Encore en cours de publication, donc pas encore prises en charge : {left, number}. Cliquez de nouveau dans une minute.',
  threadUnreadable:
    'Slack ne laisse pas Overheard lire ce fil pour l’instant ({reason}). Réessayez plus tard.',
  moreForm: 'Plus d’actions',
  close: 'Fermer',
  cancel: 'Annuler',
  nothingFilledIn: 'Remplissez un champ, ou cliquez sur Annuler.',
  whyPosted: 'Pourquoi ce message ?',
  nothingToChoose: 'Il n’y a encore rien à choisir.',

  // The home tab.
  channelsUnknown:
    'Slack ne dit pas pour l’instant dans quels canaux vous êtes : les mentions et les alertes de vos canaux manquent donc ici. Rouvrez cet onglet dans une minute.',
  welcome: 'Bienvenue dans Overheard',
  welcomeWhat:
    'Overheard publie dans vos canaux ce que l’on écrit sur vous sur le Web et les réseaux sociaux.',
  welcomeAlert: '1. Ajoutez une alerte : choisissez ce qu’il faut suivre, et le canal.',
  welcomeMention:
    '2. Chaque nouvelle mention y est publiée une fois. Ses boutons indiquent qui s’en charge (Prendre en charge, Traitée, Attribuer à…, Reporter…).',
  welcomeList: '3. Les mentions restées sans réponse sont listées ici, les plus urgentes en premier.',
  runningSpikes: '{count, plural, one {Pic en cours} other {Pics en cours}}',
  noLead: 'Personne ne pilote encore la réponse',
  lead: '{person} pilote la réponse',
  openMessage: 'Voir dans le canal',
  allAlerts: 'Toutes les alertes',
  alertsHere: 'Alertes de vos canaux',
  noAlertsHere:
    'Aucune alerte n’est publiée dans un canal dont vous êtes membre. {elsewhere, plural, one {# alerte est publiée} other {# alertes sont publiées}} dans d’autres canaux.',
  page: 'Page {page, number} sur {pages, number}',
  fromFile: 'Les alertes sans « Modifier… » dans leur menu se gèrent dans le fichier de configuration.',
  back: 'Retour',
  moreAlerts: 'Plus d’alertes',
  onlyMyChannels: 'Mes canaux seulement',
  showAllAlerts: 'Voir les {total, number} alertes',
  documentation: 'Documentation',

  // Spikes.
  spikeNumbersLost:
    '{alert} : Overheard a perdu les chiffres à l’origine de ce pic lorsque son disque a été effacé.',
  spikeBecause: '{alert} connaît un pic : {reason}.',
  spikeAlso: 'De plus : {reason}.',
  spikeNegative:
    '{share} de négatives ces dernières 24 heures ({negative, number} sur {rated, number} évaluées), d’habitude {usual}',
  spikeBursts:
    '{bursts, plural, one {# rafale} other {# rafales}} en 30 minutes et {mentions, plural, one {# mention} other {# mentions}} sur la dernière heure, d’habitude {usual}',
  spikeMentions:
    '{mentions, plural, one {# mention} other {# mentions}} en {minutes, number} minutes, d’habitude {usual}',
  spikeRuleNegative:
    'Overheard signale un pic quand la part de mentions négatives augmente d’au moins {points, number} points de pourcentage parmi au moins {least, number} mentions évaluées, et que le hasard ne l’explique pas.',
  spikeRuleBursts:
    'Overheard signale un pic à partir de {least, plural, one {# rafale} other {# rafales}} en 30 minutes, si la dernière heure compte au moins {times} fois le nombre habituel de mentions.',
  spikeRuleMentions:
    'Overheard signale un pic à partir de {least, plural, one {# mention} other {# mentions}} en {minutes, number} minutes, si c’est au moins {times} fois le nombre habituel. On ne sait pas encore si c’est fréquent pour cette alerte.',
  spikeRuleOdds:
    'Overheard signale un pic à partir de {least, plural, one {# mention} other {# mentions}} en {minutes, number} minutes, si c’est au moins {times} fois le nombre habituel et rare pour cette alerte.',
  spikeRarity:
    '{days, plural, =1 {Par hasard, cela arrive environ chaque jour.} other {Par hasard, cela arrive environ une fois en # jours.}}',
  spikeNeverByChance: 'Par hasard, cela n’arrive pratiquement jamais.',
  spikesCalled:
    '{days, plural, =1 {Aujourd’hui} other {Ces # derniers jours}}, cette règle (sensibilité : {sensitivity}) a trouvé {count, plural, one {# pic} other {# pics}} de cette alerte.',
  spikesBefore:
    'Ces {days, number} derniers jours, Overheard a signalé {count, plural, one {# pic} other {# pics}} de cette alerte ici.',
  falseAlarms: '{count, plural, one {# était une fausse alerte} other {# étaient de fausses alertes}}.',
  strictNow:
    'En raison des fausses alertes, Overheard ne signale un pic qu’à partir de {times} fois plus de mentions, jusqu’au {until}.',
  stricter:
    'Marqué comme fausse alerte. Jusqu’au {until}, un pic de {alert} dans ce canal exige {times} fois plus de mentions que d’ordinaire.',
  undoFalseAlarm: 'Annuler',
  asBefore: 'Annulé. Overheard signale de nouveau les pics de {alert} dans ce canal comme avant.',
  lessStrict:
    'Annulé. Jusqu’au {until}, un pic de {alert} dans ce canal exige {times} fois plus de mentions que d’ordinaire.',
  otherFalseAlarms:
    'La raison : {count, plural, one {# autre fausse alerte} other {# autres fausses alertes}}.',
  spikeTooOld:
    'Rien n’a été modifié. Seuls les pics des {days, number} derniers jours peuvent être marqués comme fausses alertes.',
  status: 'Point',
  statusHint:
    'Une ligne que tout le monde voit sur le message du pic, par exemple : Nous annulons le déploiement de la 5.3. Laissez vide pour la retirer.',
  updateStatus: 'Publier un point',
  noneUnclaimed: 'Toutes les mentions de ce pic sont prises en charge, traitées ou non pertinentes.',
  unclaimed:
    '{count, plural, one {# mention de ce pic est à prendre en charge} other {# mentions de ce pic sont à prendre en charge}}',
  unclaimedThere: 'Message : {count, number} à prendre en charge',
  othersInThread: 'Les autres suivent dans le même fil.',

  // Answers to /mentions-stats.
  statsHelp:
    '*`/mentions-stats [alerte] [période] [options]`* montre où en est une alerte. La réponse n’est visible que par vous.',
  statsHelpAlert:
    '• *alerte* : son nom, une partie du nom ou son identifiant, entre guillemets s’il contient un mot de temps comme « today » (par défaut : l’alerte de ce canal)',
  statsHelpPeriod:
    '• *période* : `7d`, `30d` (par défaut), `90d`, `today`, `yesterday`, `this week`, `last week`, `this month`, `last month`, `2026-10`, `2026-10-01..2026-10-31`',
  statsHelpCompare:
    '• *comparer* : `Acme vs Rival`, jusqu’à trois alertes, avec une période et des sources. `versus`, une virgule et `and` fonctionnent aussi',
  statsHelpOptions: '• *options* : `by:day`, `by:week` ou `by:month` ; `source:reddit,web` ; `show:more`',
  statsHelpSources: 'Sources : {sources}. Les jours sont en UTC, comme le service de veille les compte.',
  statsHelpExample: 'Exemple : `{command}`',
  example: 'Exemple : {command}',
  gettingNumbers: 'Chargement des chiffres…',
  statsHeading: '{alert}, {period}',
  statsHeadingSources: '{alert}, {period}, {sources} seulement',
  noCounts: 'Nombre de mentions indisponible pour l’instant',
  netSentiment: 'Tonalité nette : {words}',
  widestReach: 'Plus grande portée',
  widestReachList: 'Plus grande portée :\n{mentions}',
  noTotals:
    'Ni totaux ni graphique pour cette alerte : elle recueille des prospects, et le service de veille ne compte que les mentions.',
  rangeInUtc: '{range}. Les jours sont en UTC.',
  listMissing: 'Manquent : les mentions à la plus grande portée ({reason})',
  noMentions: 'Aucune mention sur cette période',
  kind: '{kind, select, sources {Sources} countries {Pays} languages {Langues} gender {Sexe} age {Âge}}',
  kindInSentence:
    '{kind, select, sources {sources} countries {pays} languages {langues} gender {sexe} age {âge}}',
  sharesOfSources:
    'Parts des sources : sur {count, plural, one {# mention} other {# mentions}} de source connue.',
  sharesOfPlaces:
    'Parts ({kinds}) : sur {count, plural, one {# mention} other {# mentions}} au total. Le service de veille n’indique que les {most, number} valeurs les plus fréquentes.',
  sharesOfAuthors: 'Parts ({kinds}) : parmi les auteurs dont le profil l’indique.',
  top: '{kind, select, sources {Première source :} countries {Premier pays :} languages {Première langue :} gender {Sexe :} age {Âge :}} {name} ({count, number})',
  breakdown: 'Répartition',
  count: 'Nombre',
  share: 'Part',
  topics: 'Thèmes : {topics}',
  unnamed: 'sans nom',
  customRange: 'Période personnalisée',
  show: 'Afficher',
  from: 'Du',
  to: 'Au',
  rangeHint: 'Les jours sont en UTC. Les deux jours sont inclus.',
  comparison: '{alerts}, {period}',
  comparisonCounted: '{alerts}, {period} : {counts} mentions',
  countsCompared: '{first} contre {next}',
  severalAlerts: '« {written} » correspond à plusieurs alertes.',
  whichOfThese: 'Laquelle voulez-vous {purpose, select, numbers {voir en chiffres} comparison {comparer}} ?',
  whichAlert:
    'Quelle alerte voulez-vous {purpose, select, numbers {voir en chiffres} comparison {comparer}} ?',
  alertsLeft: '{left, number} de plus ne tiennent pas ici : nommez l’alerte dans la commande.',
  chooseAlert: 'Choisir une alerte',
  rangeUnusable: 'Cette période est inutilisable : {problem}.',
  notClear: '« {words} » n’est pas clair : {problem}.',
  'question-too-long': 'c’est bien trop long',
  'question-second-alert': 'l’alerte est déjà indiquée : « {found} »',
  'question-no-alert-after-vs': 'indiquez une alerte après',
  'question-same-alert': 'c’est la même alerte que « {found} »',
  'question-too-many-alerts': 'comparez au plus {most, number} alertes',
  'question-granularity': 'utilisez by:day, by:week ou by:month',
  'question-show': 'utilisez show:more',
  'question-sources': 'les sources sont {sources}',
  'question-one-period':
    'indiquez une seule période après l’alerte, comme 7d, yesterday, last month ou 2026-10',
  'question-second-period': 'la période est déjà {found}',
  'question-no-period': 'ce n’est pas une période',
  'question-no-date': 'la date {found} n’existe pas',
  'question-no-month': 'le mois {found} n’existe pas',
  'question-no-days': 'elle ne contient aucun jour',
  'question-backwards': 'elle se termine avant de commencer',
  'question-ten-years': 'elle dépasse dix ans',
  thisAlert: 'Cette alerte',
  leadsNotCompared:
    'Impossible de comparer {alert} : elle recueille des prospects, et le service de veille ne compte que les mentions.',
  noSuchAlert: 'Aucune alerte ne correspond à {names}.',
  eitherName: '{first} ou {next}',
  periodsKnown:
    'Pour une période, écrivez 7d, yesterday, this week, last month, 2026-10 ou 2026-10-01..2026-10-31.',
  byPeriod: 'par {granularity, select, day {jour} week {semaine} month {mois}}',
  alerts: 'Alertes : {names}.',
  alertsAndMore: 'Alertes : {names} et {more, number} de plus.',
  noAlerts: 'Le service de veille n’indique aucune alerte.',
  statsFailed: 'Pas de statistiques pour l’instant : {reason}.',
  'retry-now': 'Réessayez : cela peut fonctionner maintenant.',
  'retry-later': 'Réessayez dans une minute environ.',
  'retry-useless': 'Il faut d’abord résoudre le problème. Adressez-vous à l’administrateur d’Overheard.',
  statsTooOften:
    'Vous avez demandé beaucoup de statistiques en une minute, et chaque demande utilise une douzaine des requêtes auxquelles Overheard a droit. Réessayez dans {seconds, plural, one {# seconde} other {# secondes}}.',
  statsPosted: 'Les chiffres sont publiés dans ce canal.',
  statsNotInChannel:
    'Les chiffres n’ont pas été publiés : Overheard n’est pas dans ce canal. Invitez-le (/invite @overheard) et cliquez de nouveau.',
  statsChannelUnseen:
    'Les chiffres n’ont pas été publiés : Overheard ne voit pas ce canal. Invitez-le (/invite @overheard) et cliquez de nouveau.',
  statsChannelArchived: 'Les chiffres n’ont pas été publiés : ce canal est archivé.',
  statsRejected: 'Slack a refusé le message ({reason}). Réessayez dans une minute.',
  statsMaybePosted:
    'Slack n’a pas répondu. Vérifiez si les chiffres ont été publiés avant de cliquer de nouveau.',
  female: 'femmes',
  male: 'hommes',
} as const
