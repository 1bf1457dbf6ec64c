export const pt = {
  help: '• `open`, `open mine`: o que ninguém concluiu ainda, começando pelo mais urgente',
  shortHelp: '*Ver o que ninguém respondeu ainda*: `/mentions abertas`',
  notUnderstood: '/mentions open não aceita nada além da palavra mine, então “{words}” não foi entendido.',
  nothing:
    '{scope, select, channel {Nenhuma menção em aberto neste canal.} mine {Nenhuma menção em aberto com você.} home {Nenhuma menção aguarda resposta nos seus canais. Menções novas aparecem aqui até alguém assumi-las.}}',
  count:
    '{count, plural, one {# menção aberta} other {# menções abertas}} {scope, select, channel {neste canal} mine {com você} home {nos seus canais}}',
  mostUrgentFirst: '{count}, as mais urgentes primeiro',
  mostUrgentFirstOnPages: '{count}, as mais urgentes primeiro · página {page, number} de {pages, number}',
  back: 'Voltar',
  more: 'Mais',
  directMessages: 'mensagens diretas',
  claim: 'Assumir',
  done: 'Concluir',
  giveBack: 'Liberar',
  snooze: 'Adiar…',
  openMessage: 'Ver no canal',
  nothingIsOpen: 'Nada em aberto',
  nothingWaits:
    'Nenhuma menção aguarda resposta. Menções novas aparecem aqui até alguém assumi-las.{others, plural, =0 {} one { Colegas cuidam de # menção: /mentions open em um canal mostra a lista.} other { Colegas cuidam de # menções: /mentions open em um canal mostra a lista.}}',
  needAnswers: 'Aguardando resposta ({count, number})',
  negative:
    '{negative, plural, =0 {Nenhuma é negativa.} one {# negativa, que vem primeiro.} other {# negativas, que vêm primeiro.}}{others, plural, =0 {} one { Colegas cuidam de # menção: /mentions open em um canal mostra a lista.} other { Colegas cuidam de # menções: /mentions open em um canal mostra a lista.}}',
  yours: 'Suas ({count, number})',
} as const
