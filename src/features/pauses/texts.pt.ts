export const pt = {
  shortHelp: '*Não publicar nada por um tempo*: `/mentions pausar 2h`',
  help: '• `pause [name] [2h | until tomorrow | from saturday 8:00 until monday 9:00]`, `resume [name]`: parar de publicar por um tempo',
  question:
    'Nada de {name} será publicado até alguém retomar, e o canal será avisado. Pausar? Se você indicar um tempo, como 2h, a pausa termina automaticamente.',
  pauseOpen: 'Pausar sem prazo',
  paused: 'pausou {name} até {until}; o que for encontrado nesse período é publicado depois',
  pausedOpen: 'pausou {name} até alguém retomar; o que for encontrado nesse período é publicado depois',
  planned: 'programou uma pausa de {name} de {from} até {until}',
  planCancelled: 'cancelou a pausa programada de {name}',
  resumed: 'retomou {name}',
  caughtUp: 'retomou {name}: as menções da pausa vêm a seguir',
  skipped: 'retomou {name}: as menções da pausa foram descartadas',
  planUndone: 'Não há mais pausa programada de {name}.',
  planAsBefore: 'A pausa programada de {name} voltou a ser como antes.',
  pauseUndone: '{name} não está mais em pausa.',
  pausedAgain: '{name} está em pausa de novo.',
  uncounted:
    '{alert} voltou a publicar após uma pausa (desde {since}). Não foi possível contar as menções da pausa.',
  atLeast:
    '{alert} voltou a publicar após uma pausa (desde {since}). Pelo menos {waiting, plural, one {# menção chegou} other {# menções chegaram}} durante a pausa.',
  counted:
    '{alert} voltou a publicar após uma pausa (desde {since}). {waiting, plural, =0 {# menções chegaram} one {# menção chegou} other {# menções chegaram}} durante a pausa.',
  postAll: 'Publicar todas ({waiting, number})',
  postThem: 'Publicar',
  skipThem: 'Descartar',
  menuPause: 'Pausar…',
  menuResume: 'Retomar',
  menuCancel: 'Cancelar a pausa',
  title: 'Pausar assinatura',
  submit: 'Pausar',
  until: 'Até',
  term: '{term, select, hour {1 hora} hours {4 horas} tomorrow {Amanhã às 9:00} monday {Próxima segunda às 9:00} week {1 semana} open {Até alguém retomar}}',
  about:
    'Até lá, nada de {name} é publicado, e as menções novas ficam em espera. Após uma pausa de mais de um dia, o Overheard pergunta ao canal se deve publicar o que chegou nesse tempo. Os horários estão no seu fuso.',
} as const
