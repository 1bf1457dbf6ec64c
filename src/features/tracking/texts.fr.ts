export const fr = {
  shortcut: 'Suivre comme mention',
  help: '• ⋯ sur tout message contenant un lien, *{shortcut}* : Overheard publie ce qu’il n’a pas trouvé lui-même',
  noLink:
    'Ce message ne contient aucun lien vers une publication. Overheard ne peut suivre que ce qui a une adresse.',
  longLink: 'Ce lien est trop long pour être suivi.',
  noPlace:
    'Aucune alerte n’est publiée dans un canal dont vous êtes membre : la mention n’a donc nulle part où aller. Commencez par /mentions subscribe.',
  switchedOff: 'Le suivi est désactivé dans la configuration (tracking: false).',
  placeGone: 'Vous ne pouvez plus rien y suivre. Choisissez une autre alerte.',
  linksCut: 'Les autres liens de ce message sont trop longs pour être affichés.',
  onItsWay: 'Dans un instant, Overheard publiera cette mention dans {channel}.',
  onItsWayElsewhere:
    'Dans un instant, Overheard publiera cette mention dans {channel}, avec le lien et sans le texte de ce message.',
  alreadyPosted: 'Ce lien est déjà publié dans {channel}.',
  alreadyPostedThere: 'Ce lien est déjà publié dans {channel} : {link}',
  openPost: 'ouvrir le message',
  cannotPost: 'Overheard ne peut pas publier dans {channel} : canal archivé, ou privé sans Overheard.',
  invite: 'Invitez-le d’abord dans le canal : /invite @overheard',
  notTaken: 'Slack n’a pas accepté la mention dans {channel}. Réessayez : ⋯ sur le message, {shortcut}.',
  submit: 'Suivre',
  link: 'Lien',
  forPlace: 'Pour {place}',
  for: 'Pour',
  elsewhere: 'Overheard y publie le lien. Le texte du message reste dans son canal, où tout le monde l’a lu.',
  placeElsewhere: '{name} dans {channel}',
  found:
    'Signalées par l’équipe : {found, plural, one {# mention} other {# mentions}} ({states}). Les chiffres ci-dessus {found, plural, one {ne la comptent pas} other {ne les comptent pas}}.',
  state:
    '{state, select, closed {clôturées} claimed {prises en charge} snoozed {reportées} unclaimed {à prendre en charge}} : {count}',
} as const
