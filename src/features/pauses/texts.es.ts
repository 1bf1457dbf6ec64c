export const es = {
  shortHelp: '*No publicar nada durante un tiempo*: `/mentions pausar 2h`',
  help: '• `pause [name] [2h | until tomorrow | from saturday 8:00 until monday 9:00]`, `resume [name]`: deja de publicar durante un tiempo',
  question:
    'No se publicará nada de {name} hasta que alguien la reanude, y se avisará a su canal. Si indicas un tiempo, como 2h, la pausa termina por sí sola. ¿Pausarla?',
  pauseOpen: 'Pausar sin fecha límite',
  paused: '{name} en pausa hasta {until}; lo que se encuentre entretanto se publica después',
  pausedOpen:
    '{name} en pausa hasta que alguien la reanude; lo que se encuentre entretanto se publica después',
  planned: 'pausa de {name} planificada desde {from} hasta {until}',
  planCancelled: 'pausa planificada de {name} cancelada',
  resumed: '{name} de nuevo en marcha',
  caughtUp: '{name} de nuevo en marcha: ahora llegan las menciones de la pausa',
  skipped: '{name} de nuevo en marcha: las menciones de la pausa se descartan',
  planUndone: 'Ya no hay ninguna pausa de {name} planificada.',
  planAsBefore: 'La pausa planificada de {name} está como antes.',
  pauseUndone: '{name} ya no está en pausa.',
  pausedAgain: '{name} vuelve a estar en pausa.',
  uncounted:
    '{alert} vuelve a estar en marcha tras una pausa (desde {since}). No se pudieron contar las menciones de la pausa.',
  atLeast:
    '{alert} vuelve a estar en marcha tras una pausa (desde {since}). Durante la pausa {waiting, plural, one {llegó al menos # mención} other {llegaron al menos # menciones}}.',
  counted:
    '{alert} vuelve a estar en marcha tras una pausa (desde {since}). Durante la pausa {waiting, plural, one {llegó # mención} other {llegaron # menciones}}.',
  postAll: 'Publicar todas ({waiting, number})',
  postThem: 'Publicarlas',
  skipThem: 'Descartarlas',
  menuPause: 'Pausar…',
  menuResume: 'Reanudar',
  menuCancel: 'Cancelar la pausa',
  title: 'Pausar suscripción',
  submit: 'Pausar',
  until: 'Hasta',
  term: '{term, select, hour {1 hora} hours {4 horas} tomorrow {Mañana a las 9:00} monday {Próximo lunes, 9:00} week {1 semana} open {Hasta que alguien la reanude}}',
  about:
    'Hasta entonces no se publica nada de {name}. Las menciones nuevas esperan. Tras una pausa de más de un día, Overheard pregunta al canal si debe publicar lo que llegó mientras tanto. Las horas son las de tu zona horaria.',
} as const
