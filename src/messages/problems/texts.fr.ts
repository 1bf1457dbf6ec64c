export const fr = {
  // Why Slack refuses: each is a sentence.
  theChannel: 'le canal',
  not_in_channel: 'Overheard n’est pas dans {channel}.',
  channel_not_found: 'Overheard ne voit pas {channel}.',
  is_archived: '{channel} est archivé.',
  missing_scope: 'Il manque une autorisation à l’application Slack.',
  invalid_auth: 'Slack n’accepte pas le jeton d’Overheard.',
  token_revoked: 'Le jeton Slack d’Overheard a été révoqué.',
  account_inactive: 'L’application Slack d’Overheard a été supprimée.',
  history_too_long: 'Il y a trop de messages dans {channel}.',
  otherCause: 'Raison de Slack : {code}.',
  inviteBot: 'Tapez /invite @overheard dans {channel}.',
  inviteBotThere: 'Tapez /invite @overheard dans le canal.',
  checkChannel: 'Vérifiez le canal dans la configuration, et invitez-y le bot s’il est privé.',
  unarchive: 'Désarchivez le canal, ou dirigez l’abonnement vers un autre.',
  addScope:
    'Ajoutez l’autorisation manquante (`{doctor}` la nomme, {manifest} les contient toutes) et réinstallez l’application.',
  replaceToken: 'Remplacez SLACK_BOT_TOKEN : Slack ne le connaît pas, ou plus.',
  installAgain: 'Réinstallez l’application et remplacez SLACK_BOT_TOKEN.',
  fewerMessages:
    'Rien, Overheard continue de lui-même. Si cela dure, donnez à l’abonnement un canal avec moins de messages.',
  otherAdvice: 'Consultez la documentation de Slack sur cette erreur ; Overheard réessaie de lui-même.',
  // The mention service.
  accountExpired: 'Le compte du service de veille a expiré.',
  accountDeleted: 'Le compte du service de veille a été supprimé.',
  planWithoutApi: 'Le forfait du service de veille ne comprend pas son API.',
  service_rate_limited: 'Le service de veille limite les requêtes d’Overheard.',
  service_busy: 'Le service de veille est surchargé.',
  service_unauthorized: 'Le service de veille refuse le jeton d’accès.',
  service_alert_not_found: 'Le service de veille ne connaît plus cette alerte.',
  service_no_such_method: 'L’adresse du service de veille est fausse.',
  service_bad_parameter: 'Le service de veille refuse cette demande.',
  service_leads_alert: 'Les alertes de prospects n’ont pas de statistiques.',
  service_unexpected: 'Le service de veille a rencontré une erreur.',
  service_unreachable: 'Le service de veille est injoignable.',
  service_timeout: 'Le service de veille a mis trop de temps à répondre.',
  service_too_large: 'La réponse du service de veille est trop volumineuse.',
  service_malformed: 'La réponse du service de veille est illisible.',
  restoreAlert: 'Restaurez l’alerte dans le service de veille, ou retirez l’abonnement.',
  replaceServiceToken: 'Remplacez MENTIONS_API_TOKEN.',
  checkServiceAddress: 'Vérifiez MENTIONS_API_URL : elle s’écrit sans /v1.0.',
  serviceRetries: 'Rien, Overheard réessaie de lui-même.',
  checkService:
    'Vérifiez le service de veille et MENTIONS_API_URL ; une nouvelle tentative a lieu à la prochaine vérification.',
  // Problems: what is wrong, and what to do about it (ToDo).
  ambiguousAlert: 'Plusieurs alertes s’appellent « {alert} ».',
  ambiguousAlertToDo: 'Écrivez plutôt l’identifiant : `{doctor}` les énumère.',
  ids: 'Les identifiants : {ids}.',
  noSuchAlert: 'L’alerte « {alert} » n’existe pas.',
  noSuchAlertToDo: 'Corrigez le nom dans la configuration : `{doctor}` énumère les alertes.',
  noAlerts: 'Il n’y a aucune alerte.',
  alerts: 'Alertes existantes : {alerts}.',
  longPoll: 'Une vérification a dépassé deux minutes et a été interrompue.',
  longPollToDo: 'Rien, la prochaine vérification prend la suite.',
  storeUnusable: 'Le stockage ne peut être ni lu ni écrit : {reason}.',
  storeUnusableToDo:
    'Libérez de l’espace sur le disque et vérifiez les droits de DATA_DIR, ou vérifiez PostgreSQL si DATABASE_URL est défini ; Overheard réessaie de lui-même.',
  databaseUnusable: 'La base de données est inutilisable : {reason}.',
  databaseUnusableToDo:
    'Vérifiez PostgreSQL et DATABASE_URL ; rien n’est perdu, et la publication reprend d’elle-même.',
  settingsRefused:
    'Les réglages modifiés sont inutilisables : Overheard continue avec les précédents. {report}',
  settingsRefusedToDo: 'Corrigez-les, puis rechargez de nouveau. Rien n’est perdu.',
  settingsNotApplied:
    'Les réglages modifiés n’ont pas pu être appliqués : Overheard continue avec les précédents. Raison : {reason}.',
  settingsNotAppliedToDo: 'Rechargez de nouveau, ou redémarrez.',
  restartNeeded: 'Certains réglages modifiés demandent un redémarrage : {names}.',
  restartNeededToDo:
    'Redémarrez Overheard. D’ici là, il garde leurs valeurs précédentes. Tous les autres réglages s’appliquent.',
  settingsDiffer:
    '{count, plural, one {# processus de cette installation a un autre fichier} other {# processus de cette installation ont un autre fichier}} de configuration que le processus principal, dont le fichier décide de ce qui est publié.',
  settingsDifferToDo: 'Donnez le même fichier à tous les processus, et rechargez chacun d’eux.',
  folderLost: '{reason} Ce processus ne publie plus rien et se termine.',
  folderLostToDo:
    'Un seul processus peut utiliser un dossier : arrêtez l’autre, définissez un autre DATA_DIR, ou définissez DATABASE_URL pour en faire tourner plusieurs.',
  channelRefuses: 'Slack n’accepte aucun message pour {channel} : {code}.',
  channelLost:
    'Overheard ne voit plus le canal désigné par {written} ({id}) : le bot en a été retiré, ou le canal a été supprimé.',
  channelLostToDo:
    'Réinvitez le bot dans ce canal : /invite @overheard. Pour utiliser un autre canal, écrivez son identifiant au lieu de {written} dans la configuration, puis rechargez. Overheard ne choisit jamais un autre canal à cause de son nom.',
  privateElsewhere: 'L’alerte est privée, et le fichier de configuration ne l’envoie pas dans ce canal.',
  privateElsewhereToDo:
    'Ajoutez au fichier de configuration un abonnement à l’alerte pour ce canal, faites réenregistrer celui-ci par un administrateur d’Overheard (/mentions edit {name}), ou mettez-y fin (/mentions unsubscribe {name}).',
  workspaceRefuses: 'Slack refuse tous les messages. {cause}',
  unknownCode:
    'Slack refuse la mention {mention} pour {channel} avec un code qu’Overheard ne connaît pas : {code}.',
  unknownCodeForNext:
    'Slack refuse le prochain message pour {channel} avec un code qu’Overheard ne connaît pas : {code}.',
  unknownCodeToDo:
    'Rien n’est abandonné : Overheard réessaie, au moins toutes les cinq minutes. Si cela dure, cherchez {code} dans la documentation de chat.postMessage de Slack.',
  historyUnreadable:
    'Overheard ne peut pas lire l’historique de {channel}. {cause} Faute de pouvoir vérifier si un message non confirmé est arrivé, il le publie de nouveau : mieux vaut deux fois que jamais.',
  historyUnclear: 'Slack refuse l’historique de {channel} avec un code qu’Overheard ne connaît pas : {code}.',
  mentionRejected:
    'Slack a refusé la mention {id} sous toutes ses formes ({reason}). Son adresse : {address}',
  mentionRejectedToDo:
    'Lisez-la là ou dans le service de veille : Overheard ne la publie pas. Les mentions suivantes sont publiées normalement.',
  checkpointMissing:
    'Il n’y a pas de point de reprise pour {name}, et {channel} a plus de messages qu’il n’est possible d’en parcourir pour y trouver ses accusés : le bot ne peut donc pas savoir quelles mentions ont été publiées.',
  checkpointOnlyDamaged:
    'Il n’y a qu’un point de reprise endommagé ({damage}) pour {name}, et {channel} a plus de messages qu’il n’est possible d’en parcourir pour y trouver ses accusés : le bot ne peut donc pas savoir quelles mentions ont été publiées.',
  checkpointDamaged:
    'Le point de reprise pour {name} est endommagé, et aucun accusé dans le canal ne le remplace : {damage}.',
  checkpointOld:
    'Le point de reprise pour {name} est une ancienne copie, et {channel} a reçu depuis plus de messages qu’il n’est possible d’en parcourir : le bot ne peut donc pas savoir quelles mentions ont été publiées.',
  chooseStart:
    'Choisissez : pour commencer à partir de maintenant, donnez un autre nom à l’abonnement dans la configuration (s’il a été créé dans Slack : désabonnez, puis réabonnez) ; avec `backfill`, les dernières mentions sont aussi publiées, et certaines peuvent arriver deux fois. Pour reprendre là où il en était, restaurez DATA_DIR, ou la base de données, à partir d’une copie plus récente. Redémarrez ensuite.',
  digestWithoutChannel: 'Le récapitulatif « {name} » n’a pas de canal : Slack ne connaît pas {channel}.',
  digestWithoutChannelToDo: 'Corrigez-le, ou invitez-y le bot.',
  digestChannelLost: 'Le récapitulatif « {name} » n’a pas de canal. {what}',
  digestPartRejected:
    'Slack a refusé la partie {part} du récapitulatif « {name} » sous toutes ses formes : {code}.',
  digestPartRejectedToDo:
    'Demandez-la avec /mentions digest. Le prochain récapitulatif est envoyé comme prévu.',
  digestUnknownCode:
    'Slack refuse le récapitulatif « {name} » pour {channel} avec un code qu’Overheard ne connaît pas : {code}.',
  digestUnknownCodeToDo: 'Overheard réessaie pendant un jour, au moins toutes les cinq minutes.',
  digestRefused: 'Overheard ne peut pas publier le récapitulatif « {name} ». {cause}',
  digestRefusedToDo:
    'Invitez le bot dans le canal, ou corrigez le canal dans la configuration. Overheard réessaie pendant un jour.',
  absurdId:
    'Une mention pour {alert} a l’identifiant {id}, bien au-delà de tous les autres (jusqu’à {confirmed}).',
  absurdIdToDo:
    'Regardez-la dans le service de veille, et supprimez-la s’il s’agit d’un test ou d’une erreur. Les mentions suivantes sont publiées normalement. Si le service continue à partir de cet identifiant, ce problème prend fin avec sa prochaine mention.',
  restartedIds:
    'Le service de veille numérote de nouveau depuis le début les mentions de {alert} : une nouvelle porte le numéro {missed}, mais Overheard avait déjà lu jusqu’à {watermark}. Overheard prend donc les nouvelles mentions pour des anciennes.',
  restartedIdsToDo:
    'Exécutez `{startAgain}` si le service de veille a une nouvelle base de données ou a été restauré à partir d’une sauvegarde. Les mentions arrivées avant ne seront pas publiées.',
  passedIds:
    'Le service de veille a numéroté de nouveau depuis le début les mentions de {alert} : une nouvelle portait le numéro {missed}, mais Overheard avait déjà lu jusqu’à {watermark}. Overheard a pris les mentions jusque-là pour des anciennes et ne les a pas publiées. Il publie les suivantes.',
  passedIdsToDo:
    'Cherchez dans le service de veille les mentions qui n’ont pas été publiées. Les nouvelles mentions sont publiées normalement.',
  missedSince:
    '{subscription} ne publie pas les nouvelles mentions, car le service de veille numérote de nouveau depuis le début les mentions de l’alerte {alert} (la première trouvée porte le numéro {missed}).',
  missedSinceToDo: 'Exécutez `{startAgain}`. Les mentions arrivées avant ne seront pas publiées.',
  slackWaits: 'Slack a demandé à Overheard de ne rien envoyer dans {channel} jusqu’au {until}.',
  methodWaits: 'Slack a demandé à Overheard de ne pas appeler {method} jusqu’au {until}.',
  remindersWait: 'Slack a demandé à Overheard de n’envoyer aucun rappel jusqu’au {until}.',
  historyWaits:
    'Slack a demandé à Overheard de ne lire aucun historique jusqu’au {until} : un message non confirmé dans {channel} attend donc.',
  serviceWaits: 'Le service de veille a demandé à Overheard de n’envoyer aucune requête jusqu’au {until}.',
  goesOn: 'Rien, Overheard réessaie à ce moment-là, et continue de lui-même.',
  pollsWait:
    'Des vérifications attendent depuis plus d’une minute, car le service de veille n’accepte pas plus de requêtes par minute.',
  pollsWaitToDo:
    'Rien n’est perdu. Si cela dure : cherchez d’autres programmes qui utilisent le même jeton, et demandez moins de statistiques à la fois.',
  slackConnection: 'La connexion à Slack a échoué : {reason}.',
  slackConnectionToDo:
    'Vérifiez SLACK_BOT_TOKEN et SLACK_APP_TOKEN ; Overheard réessaie de lui-même. D’ici là, les commandes ne fonctionnent pas.',
  otherInstallation: 'Une seconde copie d’Overheard (identifiant {other}) publie les mêmes mentions.',
  otherInstallationToDo:
    'Arrêtez la seconde copie : un autre serveur, conteneur ou ordinateur portable fait tourner Overheard avec les mêmes jetons Slack. Cette copie (identifiant {self}) continue de publier, et la seconde se met d’elle-même en pause dès qu’elle s’en aperçoit. `{doctor}` indique l’identifiant de la copie d’une machine. Pour faire tourner plusieurs processus, donnez-leur une seule base de données (DATABASE_URL).',
  olderInstallation:
    'Une copie plus ancienne d’Overheard (identifiant {other}) publie les mêmes mentions, donc cette copie (identifiant {self}) s’est mise en pause.',
  olderInstallationToDo:
    'Arrêtez la copie dont vous n’avez pas besoin : un autre serveur, conteneur ou ordinateur portable fait tourner Overheard avec les mêmes jetons Slack. Si vous arrêtez la plus ancienne, celle-ci recommence à publier d’elle-même, quelques minutes après la prochaine mention.',
  copiedInstallation:
    'Une seconde copie d’Overheard publie les mêmes mentions, avec les mêmes données enregistrées que cette copie (identifiant {self}), ou dans une version plus ancienne.',
  copiedInstallationToDo:
    'Arrêtez l’une des deux : un autre serveur, conteneur ou ordinateur portable fait tourner Overheard avec les mêmes jetons Slack. Aucune ne se met en pause, car rien ne dit laquelle est la plus ancienne.',
  // The mention service that Overheard runs itself.
  listening: 'la surveillance',
  listeningTo: 'la surveillance ({name})',
  serviceEnds: 'Le service de veille propre à Overheard s’arrête sans cesse ({how}).',
  serviceEndsToDo:
    'Cherchez ses dernières lignes dans le journal. Overheard le relance de lui-même, et il lit alors ce que ses sources ont encore.',
  sourceFails: '{name} n’a rien donné depuis plus d’un jour : {error}.',
  sourceFailsToDo:
    'Vérifiez son adresse (`{doctor}` l’interroge une fois). Overheard continue de l’interroger, de moins en moins souvent.',
  sourcesFail:
    '{failing, number} sur {all, plural, one {# source} other {# sources}} n’ont rien donné depuis plus d’un jour, par exemple : {error}.',
  sourcesFailToDo:
    'Vérifiez le réseau de cette machine (`{doctor}` interroge chaque source une fois). Overheard continue de les interroger.',
  sourceWaits:
    'L’hôte interrogé pour {name} a demandé à Overheard de n’envoyer aucune requête jusqu’au {until}.',
  sourcesWait:
    'Les hôtes de {waiting, number} sur {all, plural, one {# source} other {# sources}} ont demandé à Overheard de n’envoyer aucune requête, le dernier jusqu’au {until}.',
  sourceEnded: '{name} n’est plus interrogé : {why}.',
  sourceEndedToDo:
    'Retirez-le de `listen` dans le fichier de configuration, ou corrigez son adresse. Pour l’essayer de nouveau, redémarrez Overheard sans lui, puis avec lui.',
  gap: 'Des mentions peuvent manquer pour {name} : {what}',
  gapToDo: 'Rien, c’est seulement pour votre information. Le problème prend fin au bout d’un jour.',
  // What a problem stops.
  commands: 'les commandes et les boutons',
  settings: 'les réglages modifiés',
  reminders: 'les rappels',
  method: '{name} de Slack',
  digest: 'le récapitulatif {name}',
  // Warnings.
  envFileReadable:
    'D’autres utilisateurs de cette machine peuvent lire {path} (mode {mode}), qui contient les jetons.',
  envFileReadableToDo: 'Exécutez : chmod 600 {path}',
  withoutEncryption:
    'Le service de veille {host} est interrogé en http : tout le monde sur le trajet peut lire son jeton d’accès.',
  withoutEncryptionToDo: 'Utilisez une adresse https pour MENTIONS_API_URL.',
  statusOff:
    'Les pages /status et /metrics sont désactivées, car STATUS_TOKEN n’est pas défini. {why, select, host {HOST vaut {host} : d’autres machines pourraient les lire} mcp {Des assistants IA utilisent le même port (/mcp) : d’autres pourraient les lire par le même proxy} other {Slack envoie ses requêtes au même port (mode HTTP) : d’autres pourraient les lire}}.',
  statusOffToDo:
    'Donnez à STATUS_TOKEN un long texte aléatoire{why, select, host {, ou à HOST la valeur 127.0.0.1} other {}}. Avec STATUS_TOKEN, quiconque lit ces pages doit l’envoyer, même sur cette machine.',
  sourceVariable:
    'la variable d’environnement {variable} manque (listen.sources.{place}) : les réglages pour {source} n’ont donc pas été vérifiés.',
  sourceVariableToDo: 'Définissez-la dans .env ou dans l’environnement avant le démarrage du bot.',
  privateByChannelName:
    '{name} : {channel} est désigné par son nom, et « {alert} » est privée. Si le stockage est perdu, le nom désigne le canal qui le porte alors.',
  privateByChannelNameToDo:
    'Écrivez plutôt l’identifiant du canal : Slack l’affiche à la fin des détails du canal.',
  tooManyAlerts:
    'Les {alerts, number} alertes demandent plus de requêtes que le service de veille n’en permet : l’intervalle moyen entre deux vérifications d’une alerte est de {usual}, moins pour les alertes actives, au plus {longest} pour les calmes.',
  tooManyAlertsToDo:
    'Aucune mention n’est perdue. Pour des vérifications plus rapides, supprimez les abonnements inutiles.',
  tooManyChecks:
    'Les horaires des abonnements demandent {perMinute, number} requêtes par minute, mais les vérifications ne peuvent en utiliser que {most} : elles sont donc en retard.',
  tooManyChecksToDo:
    'Aucune mention n’est perdue. Retirez les expressions cron pour qu’Overheard planifie les vérifications, ou choisissez des intervalles plus longs.',
  unknownSource:
    '{place} : Overheard ne connaît pas de source « {value} ». Si le service de veille ne la connaît pas non plus, elle ne correspond à aucune mention.',
  longCode:
    '{place} : « {value} » ne correspond que si le service de veille utilise des codes de trois lettres.',
  unlikelyValueToDo: 'Si c’est une erreur, corrigez-la : chaque fiche montre la source de sa mention.',
  unlikelyValueMeant: 'Si c’est une erreur, écrivez `{meant}`.',
  notListenedFor: '{place} : `listen.alerts` n’a pas d’alerte « {alert} » ; il contient {known}.',
  none: 'aucune',
  notListenedForToDo:
    'Si quelqu’un l’a créée avec /mentions listen, tout va bien. Sinon, corrigez le nom, ou ajoutez l’alerte à `listen.alerts`.',
  mentionsStayOnDisk:
    '`listen` : le service de veille garde ses mentions dans mentions.sqlite, dans son DATA_DIR, et non dans la base de données de DATABASE_URL.',
  mentionsStayOnDiskToDo:
    'Lancez `overheard listen` sur une machine dont le disque est conservé. Si le fichier est perdu, rien n’est publié deux fois, mais les statistiques repartent de zéro (docs/run/install.md, "Platforms with a Procfile").',
  tooManyConnections:
    'Slack compte {connections, number} connexions de cette application depuis plus de six heures, mais cette installation a {processes, plural, one {# processus} other {# processus}} : un autre programme utilise le même SLACK_APP_TOKEN, et reçoit une partie des commandes et des clics sur les boutons.',
  tooManyConnectionsToDo: 'Arrêtez l’autre programme, ou donnez-lui sa propre application Slack.',
  digestSinceLast:
    'L’horaire « {schedule} » du récapitulatif « {name} » ne revient pas exactement une fois par {period, select, day {jour} week {semaine} month {mois}} : chacun de ses récapitulatifs couvre donc les jours depuis le précédent.',
  digestSinceLastToDo:
    "Si vous voulez {period, select, day {chaque jour} week {chaque semaine} month {chaque mois}} séparément, écrivez par exemple schedule: ''{example}''.",
  digestOncePerDate:
    'L’horaire « {schedule} » du récapitulatif « {name} » revient plusieurs fois le même jour. Un récapitulatif couvre des jours entiers : seul le premier passage d’un jour publie.',
  digestOncePerDateToDo: 'Indiquez une seule heure de la journée.',
  digestWaits:
    'Le récapitulatif « {name} » arrive jusqu’à {time} après l’heure prévue : le service de veille compte en jours UTC, et le dernier jour de la période n’est pas terminé avant en UTC.',
  digestWaitsToDo:
    'S’il doit arriver à l’heure, choisissez une heure plus tardive (l’horaire est en {timezone}).',
  diskWiped:
    'Les points de reprise sont sur le disque local ({platform}), généralement effacé à chaque redémarrage. Ils sont alors reconstitués à partir des accusés dans les canaux, mais les masquages et le journal des décisions sont perdus, et un canal dont l’historique est illisible repart de zéro.',
  diskWipedToDo:
    'Faites pointer DATABASE_URL vers une base de données PostgreSQL, ou DATA_DIR vers un disque conservé.',
  // Damaged records: what people call them, and what follows if one of them, or a whole file of them, is damaged.
  mutes: 'masquages',
  muteDamaged:
    'Impossible de savoir ce qui est masqué dans le canal {channel} : les abonnements de ce canal s’arrêtent.',
  mutesDamaged: 'Impossible de savoir ce qui est masqué : tous les abonnements s’arrêtent.',
  pauses: 'pauses',
  pauseDamaged: 'Impossible de savoir si {name} est en pause : il s’arrête donc.',
  pausesDamaged: 'Impossible de savoir quels abonnements sont en pause : ils s’arrêtent donc tous.',
  subscriptions: 'abonnements créés dans Slack',
  subscriptionDamaged: 'L’abonnement {name}, créé dans Slack, s’arrête.',
  subscriptionsDamaged: 'Tous les abonnements créés dans Slack s’arrêtent.',
  knownChannels: 'identifiants de canaux',
  knownChannelDamaged:
    'Impossible de savoir quel canal désigne le nom {name} : les abonnements et récapitulatifs pour {name} s’arrêtent.',
  knownChannelsDamaged:
    'Impossible de savoir quels canaux désignent les noms de la configuration : les abonnements et récapitulatifs pour des canaux désignés par leur nom s’arrêtent.',
  listedChannels: 'noms des abonnements à plusieurs canaux',
  listedChannelDamaged: 'Overheard retrouve les noms pour {name} dans ses points de reprise.',
  firstSubscriptions: 'premiers abonnements',
  startedSubscriptions: 'abonnements démarrés',
  waitsForPerson: 'Si un abonnement perd son point de reprise, il attend une décision humaine.',
  checkpoints: 'points de reprise',
  checkpointRebuilt:
    'Overheard reconstitue le point de reprise pour {name} à partir des accusés dans son canal. S’il n’y parvient pas, cet abonnement s’arrête, et un problème le signale.',
  checkpointsRebuilt:
    'Overheard le reconstitue à partir des accusés dans le canal. S’il n’y parvient pas, son abonnement s’arrête, et un problème le signale.',
  posts: 'messages',
  postDamaged:
    'Les boutons de ces messages ne fonctionnent pas, et les listes de mentions à traiter les omettent.',
  spikes: 'pics',
  spikeDamaged: 'Les boutons de ces pics ne fonctionnent pas.',
  decisions: 'décisions',
  decisionDamaged: '/mentions why et les récapitulatifs omettent ces décisions.',
  reminderRecords: 'rappels',
  reminderDamaged: 'Ces rappels et avertissements ne sont pas envoyés.',
  changes: 'changements',
  changeDamaged: 'Les boutons Annuler de ces changements ne fonctionnent pas.',
  digests: 'récapitulatifs en préparation',
  digestDamaged: 'Overheard refait le récapitulatif, et cherche dans son canal ce qui est déjà publié.',
  outdatedPosts: 'messages à mettre à jour',
  outdatedPostDamaged: 'Certains messages peuvent montrer un ancien état jusqu’à leur prochain changement.',
  missedFacts: 'faits qui attendent une partie d’Overheard',
  missedFactDamaged: 'Cette partie n’en est pas informée.',
  problems: 'problèmes',
  problemDamaged: 'Ce qui bloque encore quelque chose sera de nouveau détecté.',
  lags: 'retards',
  rebuilt: 'Overheard le reconstitue.',
  volume: 'comptages de volume',
  volumeDamaged:
    'Overheard recommence à compter. Tant que deux semaines ne sont pas comptées, il reconnaît moins bien les pics.',
  idChecks: 'vérifications d’identifiants',
  alertActivity: 'heures des alertes',
  planLimits: 'avis sur le forfait',
  planLimitDamaged: 'Un avis sur le forfait peut arriver deux fois.',
  planDays: 'jours du forfait',
  planShares: 'avertissements sur le forfait',
  planShareDamaged: 'Un avertissement sur le forfait peut arriver deux fois.',
  installation: 'identifiants de l’installation',
  installationDamaged:
    'Le stockage reçoit un autre identifiant : pendant quelques minutes, il peut donc prendre ses propres publications pour celles d’une autre installation.',
  settingRecords: 'réglages sans fichier',
  settingDamaged:
    'Le réglage {name} compte comme non défini jusqu’à ce que quelqu’un le définisse de nouveau.',
  otherInstallations: 'autres installations',
  otherInstallationDamaged: 'Si une autre installation publie encore, Overheard s’en aperçoit de nouveau.',
  stored: 'Données enregistrées endommagées : {records}.',
  place: '{place} : {why}.',
  otherPlaces: 'Et {count, plural, one {# autre endroit} other {# autres endroits}}.',
  noneLost: 'Aucune mention n’est perdue.',
  repairFile:
    'Restaurez le fichier à partir d’une copie, ou supprimez-le pour continuer sans son contenu. Overheard s’en aperçoit en quelques secondes.',
  repairEntry:
    'Arrêtez le bot, corrigez ou supprimez cet enregistrement dans le fichier, puis relancez-le. Si une autre version d’Overheard l’a écrit, lancez cette version.',
  repairLine:
    'Arrêtez le bot, corrigez ou supprimez cette ligne, puis relancez-le. Si une autre version d’Overheard l’a écrite, lancez cette version.',
  repairRow:
    'Corrigez ou supprimez cette ligne de la table ; Overheard s’en aperçoit en quelques secondes. Si une autre version d’Overheard l’a écrite, lancez cette version.',
  nothingToDo:
    'Il n’y a rien à faire. Pour récupérer les données : {place, select, file {arrêtez le bot, restaurez le fichier à partir d’une copie, puis relancez-le.} entry {arrêtez le bot, corrigez ou supprimez cet enregistrement dans le fichier, puis relancez-le. Si une autre version d’Overheard l’a écrit, lancez cette version.} line {arrêtez le bot, corrigez ou supprimez cette ligne, puis relancez-le. Si une autre version d’Overheard l’a écrite, lancez cette version.} row {corrigez ou supprimez cette ligne de la table ; Overheard s’en aperçoit en quelques secondes. Si une autre version d’Overheard l’a écrite, lancez cette version.}}',
  setAside:
    'Ce qui était endommagé et a dû être remplacé est conservé dans {place}. Supprimez-le si personne n’en a besoin.',
} as const
