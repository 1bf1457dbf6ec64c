export const es = {
  shortcut: 'Registrar como mención',
  help: '• ⋯ en cualquier mensaje con un enlace, *{shortcut}*: Overheard publica lo que no encontró por sí mismo',
  noLink:
    'Este mensaje no tiene ningún enlace a una publicación. Overheard solo puede registrar lo que tiene una dirección.',
  longLink: 'Este enlace es demasiado largo para registrarlo.',
  noPlace:
    'No se publica ninguna alerta en un canal en el que estés, así que no hay dónde publicar la mención. Empieza con /mentions subscribe.',
  switchedOff: 'El registro está desactivado en la configuración (tracking: false).',
  placeGone: 'Ya no puedes registrar nada ahí. Elige otra alerta.',
  linksCut: 'Los demás enlaces de este mensaje son demasiado largos para mostrarlos.',
  onItsWay: 'Overheard publica esta mención en {channel} en un momento.',
  onItsWayElsewhere:
    'Overheard publica esta mención en {channel} en un momento, con el enlace y sin el texto de este mensaje.',
  alreadyPosted: 'Este enlace ya está publicado en {channel}.',
  alreadyPostedThere: 'Este enlace ya está publicado en {channel}: {link}',
  openPost: 'abrir la publicación',
  cannotPost: 'Overheard no puede publicar en {channel}: está archivado, o es privado y no está en él.',
  invite: 'Invítalo allí primero: /invite @overheard',
  notTaken: 'Slack no aceptó la mención en {channel}. Inténtalo de nuevo: ⋯ en el mensaje, {shortcut}.',
  submit: 'Registrar',
  link: 'Enlace',
  forPlace: 'Para {place}',
  for: 'Para',
  elsewhere:
    'Overheard publica el enlace allí. El texto del mensaje se queda en su canal, donde ya lo han leído todos.',
  placeElsewhere: '{name} en {channel}',
  found:
    'Encontradas por personas: {found, plural, one {# mención} many {# de menciones} other {# menciones}} ({states}). Las cifras de arriba no {found, plural, one {la} other {las}} incluyen.',
  state:
    '{state, select, closed {cerradas} claimed {asumidas} snoozed {pospuestas} unclaimed {sin asumir}}: {count}',
} as const
