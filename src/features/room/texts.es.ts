export const es = {
  openRoom: 'Abrir una sala',
  onCards:
    '• *{openRoom}* en un pico: un canal con las personas avisadas, cifras en directo y un informe al final.',
  damagedName: 'salas',
  damaged: 'Las cifras de una sala ya no cambian, y no recibe informe.',
  opening: 'Abriendo la sala #{name}. La publicación del pico la indica en cuanto está lista.',
  already: 'Este pico ya tiene una sala. Su nombre está en la publicación del pico.',
  isOver: 'Este pico ha terminado, así que no se abre ninguna sala para él.',
  switchedOff: 'Las salas para picos están desactivadas en la configuración (rooms: off).',
  unknown: 'Overheard ya no conoce esta sala. Archiva el canal en Slack.',
  ends: 'El informe llega en un momento.',
  hasReport: 'El informe de esta sala ya está publicado.',
  archives: 'El canal se archiva en un momento.',
  archivesAfterReport: 'Primero llega el informe. Después, el canal se archiva.',
  missingScope:
    'No se pudo abrir la sala: a la aplicación de Slack le falta el permiso channels:manage, o groups:write para una sala privada. El doctor (npm run doctor) explica cómo añadirlo. Después, pulsa de nuevo el botón.',
  forbidden:
    'No se pudo abrir la sala: las reglas de este espacio de trabajo no permiten que las aplicaciones creen canales. Consulta a un administrador de Slack.',
  notOpened: 'No se pudo abrir la sala: Slack lo rechaza ({reason}).',
  noAnswer: 'No se pudo abrir la sala: Slack lo rechaza (sin respuesta).',
  tooLate: 'El pico terminó antes de que se pudiera abrir su sala, así que no hay ninguna.',
  notArchived:
    'Slack no permite que Overheard archive este canal ({reason}). Un miembro del canal puede archivarlo en Slack.',
  purpose: 'Sala para el pico de {alert}, abierta por Overheard. El pico: {link}',

  openTitle: '¿Abrir una sala?',
  openQuestion:
    'Se abre un canal nuevo. Se invita a la persona de guardia y a las personas a las que avisa este pico.',
  open: 'Abrirla',
  openNot: 'Ahora no',
  end: 'Publicar informe aquí…',
  endNow: 'Publicar el informe',
  endTitle: '¿Cerrar esta sala?',
  endQuestion: 'Su informe se publica aquí y las cifras ya no cambian. El canal sigue abierto.',
  endNot: 'Todavía no',
  archive: 'Archivar este canal…',
  archiveNow: 'Archivar',
  archiveTitle: '¿Archivar esta sala?',
  archiveQuestion: 'Ya nadie podrá escribir aquí. En Slack se puede desarchivar el canal.',
  archiveQuestionWithoutReport:
    'La sala se cierra, se publica su informe y después ya nadie podrá escribir aquí. En Slack se puede desarchivar el canal.',
  archiveNot: 'Conservarla',

  room: 'Sala',
  beingOpened: 'se está abriendo',
  archived: '{room}, archivada',

  headline: 'Sala de crisis: {alert}',
  hasEnded: 'Esta sala está cerrada. Su informe está abajo.',
  spikeOver: 'El pico ha terminado.',
  claims: 'Asumidas',
  urgentHeading: 'Lo más urgente sin resolver',
  nothingOpen: 'Todas las menciones de este pico están resueltas o no son relevantes.',
  openCount: '{count, plural, one {Hay # mención sin resolver} other {Hay # menciones sin resolver}}.',
  moreOpen: '{count, plural, one {Hay # mención más sin resolver} other {Hay # menciones más sin resolver}}.',
  unclaimed: 'sin asumir',
  card: 'Mensaje original del pico',
  rhythm: 'Overheard actualiza estas cifras como máximo una vez por minuto, mientras dure la sala.',
  rhythmWithCanvas:
    'Overheard actualiza estas cifras como máximo una vez por minuto, mientras dure la sala, aquí y en el canvas de este canal.',

  nobodyInvited: 'No se pudo invitar a nadie.',
  invited: 'Se invitó a {people}.',
  notInvitedCount:
    '{people, plural, =0 {Sin invitación: los miembros de {groups, plural, one {# grupo de usuarios} other {# grupos de usuarios}}.} one {Sin invitación: # persona{groups, plural, =0 {} one { y # grupo de usuarios} other { y # grupos de usuarios}}.} other {Sin invitación: # personas{groups, plural, =0 {} one { y # grupo de usuarios} other { y # grupos de usuarios}}.}}',
  whoNot: 'Ver sin invitación',
  notInvited: 'No se invitó a {people}.',
  peopleAndMore: '{people} y {more, number} más',
  personAs:
    '{role, select, opener {{person} (abrió la sala)} lead {{person} (coordina)} watch {{person} (de guardia)} notify {{person}}}',
  personWithout:
    '{why, select, left {{person} (dejó el espacio de trabajo)} private {{person} (no puede ver esta alerta)} guest {{person} (cuenta de invitado, Slack no la deja entrar)} external {{person} (de otra organización)} refused {{person} (Slack lo rechazó)}}',
  tooMany:
    'No se invitó a {count, plural, one {# persona más} other {# personas más}}: Overheard invita como máximo a {most, number} personas.',
  groups:
    'No se invitó a los miembros de {count, plural, one {# grupo de usuarios} other {# grupos de usuarios}}: Slack no le dice a Overheard quiénes son.',
  everybodyInvited: 'Se invitó a todas las personas.',
  inviteThem: 'Para añadir a alguien, escribe /invite y su nombre en este canal.',

  report:
    'Informe: {alert}, {count, plural, one {# mención} many {# de menciones} other {# menciones}} en {time}',
  reportWithoutNumbers: 'Informe: {alert}',
  numbersLost: 'Las cifras de este pico se perdieron con los datos de Overheard.',
  goesOn: 'El pico continúa: estas son sus cifras hasta ahora.',
  timeline: 'Cronología',
  closed: 'Resueltas',
  closedOf:
    '{closed, number} de {total, number}; además, asumidas: {claimed, number}; sin asumir: {unclaimed, number}',
  first: 'Primera asumida o resuelta',
  firstAfter: '{time} después de empezar el pico',
  firstAfterBy: '{time} después de empezar el pico, por {person}',
  nobodyYet: 'nadie todavía',
  lead: 'Coordina',
  nobody: 'nadie',
  muted: 'Silenciadas',
  nothingMuted: 'ninguna mención',
  notPosted:
    '{count, plural, one {# mención no se publicó} many {# de menciones no se publicaron} other {# menciones no se publicaron}}: {mutes}',
  byMute:
    '{count, number} por {kind, select, author {el autor} source {la fuente} domain {el sitio} word {la palabra}} {name}',
  byUnknownMute: '{count, number} por {name}',
  byOtherMutes: '{count, number} por otros silencios',

  began: 'Primera mención del pico',
  posted: 'Overheard publicó el pico',
  over: 'El pico terminó',
  opened: '{person} abrió esta sala',
  openedAndLed: '{person} abrió esta sala y asumió la coordinación',
  led: '{person} pasó a coordinar',
  ended: '{person} cerró esta sala',
  firstHandled: 'Se asumió o resolvió la primera mención',
  firstHandledBy: '{person} asumió o resolvió la primera mención',
  status: '{person} publicó una novedad: {status}',
  falseAlarm: '{person} lo marcó como falsa alarma',
  mutedBy:
    '{person} silenció {kind, select, author {al autor} source {la fuente} domain {el sitio} word {la palabra}} {name}',
} as const
