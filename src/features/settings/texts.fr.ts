export const fr = {
  changedMeanwhile: 'Quelqu’un a modifié ces réglages entre-temps. Fermez le formulaire et rouvrez-le.',
  siteAlone: 'Enregistrez d’abord les flux et les sources, puis indiquez le site.',
  open: 'Réglages…',
  title: 'Réglages',
  save: 'Enregistrer',
  inFile:
    '{key, select, owner {Qui prévenir en cas d’arrêt : défini dans le fichier de configuration (`owner`).} quiet {Heures calmes : définies dans le fichier de configuration (`quiet`).} digests {Récapitulatifs : définis dans le fichier de configuration (`digests`).} listen {Flux et sources : définis dans le fichier de configuration (`listen`).}} Tout changement se fait dans ce fichier.',
  owner: 'Qui prévenir en cas d’arrêt',
  quietFrom: 'Heures calmes de tous les abonnements, de',
  quietTo: 'à',
  timezone:
    'Fuseau horaire : {timezone}. Les abonnements qui ont leurs propres heures calmes les conservent.',
  digestChannel: 'Canal du récapitulatif',
  noDigest: 'Sans canal, il n’y a pas de récapitulatif.',
  digestAlerts: 'Alertes du récapitulatif',
  when: 'Quand',
  schedule:
    '{period, select, week {Chaque lundi à 9 h} day {Chaque jour à 9 h} month {Le premier de chaque mois à 9 h}}',
  site: 'Adresse de votre propre site',
  aboutSite:
    'Après l’enregistrement, Overheard lit sa page d’accueil et propose des alertes, des flux et des sources, avec ce qu’ils auraient trouvé.',
  tooManyFeeds:
    '{count, plural, one {# flux} other {# flux}} : trop pour un formulaire. overheard export-config en fait un fichier.',
  feeds: 'Flux, un par ligne',
  aboutFeeds: 'Adresses de flux, ou de pages qui en ont un, ou noms courts comme mastodon.social/tags/acme.',
  sources: 'Autres sources',

  unchanged: 'Les réglages n’ont pas changé.',
  changed:
    'C’est enregistré. Les réglages s’appliquent dans un instant ; un bouton Annuler est dans vos messages directs.',
  ownerIsNobody: 'Une application ou un compte désactivé ne lit aucun message. Choisissez une personne.',
  privateAlert: 'Une alerte privée ne peut figurer que dans un récapitulatif du fichier de configuration.',
  cannotPost: 'Overheard ne peut pas y publier : invitez-le d’abord, avec /invite @overheard dans le canal.',
  didChange: 'modifié les réglages d’Overheard ({keys})',
  undone: '{count, plural, one {Réglage rétabli} other {Réglages rétablis}} : {keys}.',
  sayBothHours: 'Indiquez quand les heures calmes commencent et quand elles se terminent.',
  chooseAlert: 'Choisissez au moins une alerte.',
  giveAddress: 'Indiquez l’adresse d’un site, par exemple acme.example.',

  siteTitle: 'Votre propre site',
  add: 'Ajouter',
  take: 'Les ajouter',
  alertsToAdd: 'Alertes, une par ligne',
  aboutAlerts:
    'Le nom, un deux-points et la requête. /mentions listen REQUÊTE montre ce que trouverait une requête.',
  feedsToAdd: 'Flux à ajouter, un par ligne',
  aboutFeedsToAdd: 'Adresses de flux, ou de pages qui en ont un.',
  sourcesToAdd: 'Sources à ajouter',
  byHand: '{fault} Écrivez vous-même ce qu’il faut surveiller, ou rouvrez Réglages… pour une autre adresse.',
  noPage: 'Aucune page de {address} n’indique à qui appartient le site.',
  siteIs: '{host} : {name}',
  siteIsAbout: '{host} : {name} – {about}',
  wouldFindNothing: '{alert} n’aurait rien trouvé récemment.',
  wouldFind: '{alert} aurait trouvé {count, plural, one {# publication} other {# publications}} récemment.',
  wouldFindSuch:
    '{alert} aurait trouvé {count, plural, one {# publication} other {# publications}} récemment, par exemple « {title} » ({source}).',
  writeLine: '« {line} » : écrivez NOM: REQUÊTE sur chaque ligne, par exemple Acme: acme OR acmehq.',
  nameTaken: 'Il y a déjà une alerte « {name} ». Donnez-lui un autre nom.',
  otherName: 'Donnez un autre nom à cette alerte.',
  taken:
    'C’est ajouté. « Ajouter une alerte… » permet de choisir le canal de chaque alerte ; un bouton Annuler est dans vos messages directs.',
  nothingToAdd: 'Il n’y avait rien à ajouter.',
  listenInFile:
    'Ce qu’il faut surveiller est défini dans le fichier de configuration (`listen`). Tout changement se fait dans ce fichier.',
} as const
